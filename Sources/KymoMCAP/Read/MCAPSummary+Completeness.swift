extension MCAPSummary {
  /// Whether the summary tells where everything lies, so that no scan is needed.
  var isComplete: Bool {
    guard let statistics else { return false }
    return UInt32(chunkIndexes.count) == statistics.chunkCount
      && UInt32(attachmentIndexes.count) == statistics.attachmentCount
      && UInt32(metadataIndexes.count) == statistics.metadataCount
      && UInt32(catalog.channels.count) == statistics.channelCount
      && catalog.schemas.count == Int(statistics.schemaCount)
      && (statistics.chunkCount > 0 || statistics.messageCount == 0)
  }
}

import KymoMCAP

extension SessionFile {
  /// The pairs of the session's description and of its results.
  var comparedMetadata: MCAPStringMap { metadata.closing ?? metadata.opening ?? [:] }

  /// The pairs of other metadata, each with the name of its record; not those of the lineage.
  func otherMetadata() throws(MCAPError) -> [(String, String)] {
    let own = [SessionDescription.recordName, LineageStep.recordName]
    var pairs: [(String, String)] = []
    var window = try MCAPWindow(source)
    var counts: [String: Int] = [:]  // Looked up, never iterated.
    for index in scan.metadata where !own.contains(index.name) {
      let prefix = try window.prefix(at: index.offset)
      guard case .metadata(let found)? = try window.record(prefix, MCAPLimits()) else { continue }
      let number = counts[index.name, default: 0]
      counts[index.name] = number + 1
      let name = number == 0 ? index.name : "\(index.name)[\(number)]"
      pairs += found.metadata.entries.map { ("\(name).\($0.key)", $0.value) }
    }
    return pairs
  }

  /// The attachments by name, each with what is compared of it.
  func attachmentTexts() throws(MCAPError) -> [(String, String)] {
    var texts: [(String, String)] = []
    var counts: [String: Int] = [:]  // Looked up, never iterated.
    for index in scan.attachments {
      let attachment = try MCAPStoredAttachment(at: index.offset, in: source)
      let checksum = try attachment.dataChecksum(in: source)
      let number = counts[index.name, default: 0]
      counts[index.name] = number + 1
      let fields = attachment.fields
      texts.append(
        (
          number == 0 ? index.name : "\(index.name)[\(number)]",
          "\(attachment.size) bytes of \(fields.mediaType), checksum \(checksum), "
            + "times \(fields.logTime) and \(fields.createTime) ns"
        )
      )
    }
    return texts
  }
}

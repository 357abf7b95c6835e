public import KymoMCAP

/// The files that travel with a recording.
extension SessionFile {
  /// The name of the attachment that is a capture of the session's traffic: the very packets, which no replay makes
  /// again.
  public static var captureName: String { "bridge.pcap" }
  /// The name of the attachment that says what plugins answered to the page.
  public static var pluginsName: String { "page.plugins" }
  /// The name of the attachment that says what servers answered to the page.
  public static var serversName: String { "page.servers" }

  /// The attachments that say what a page was answered.
  static var answerNames: [String] { [pluginsName, serversName] }
  /// The attachments that a run was given, or heard, and that no replay makes.
  static var givenNames: [String] { [captureName] + answerNames }

  /// Reads the first attachment of a name.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - limit: the most bytes that it may have.
  /// - Returns: its data; nil if there is no such attachment.
  /// - Throws: `malformed`, `truncated`, `checksum` or `limit`, with the place; `system`.
  public func attachment(_ name: String, limit: Int) throws(MCAPError) -> [UInt8]? {
    guard let index = scan.attachments.first(where: { $0.name == name }) else { return nil }
    return try MCAPStoredAttachment(at: index.offset, in: source).data(in: source, limit: limit)
  }

  /// Reads what a page was answered, for a recording of a replay: it has no other way to know.
  ///
  /// - Returns: the attachments, in the order of the file.
  /// - Throws: as ``attachment(_:limit:)``.
  public func answers() throws(MCAPError) -> [MCAPAttachment] {
    var found: [MCAPAttachment] = []
    for index in scan.attachments where Self.answerNames.contains(index.name) {
      let stored = try MCAPStoredAttachment(at: index.offset, in: source)
      var attachment = stored.fields
      attachment.data = try stored.data(in: source, limit: Int(clamping: index.dataSize))
      found.append(attachment)
    }
    return found
  }
}

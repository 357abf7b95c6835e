import KymoCore
public import KymoMCAP

extension SessionFile {
  /// The pairs of the session's description that hold for any part of it, without the results of the run; nil if it
  /// has no description.
  ///
  /// Pairs that are not known stay. What the run lost is then lost before the new recording.
  var editedDescription: MCAPStringMap? {
    guard let map = metadata.closing ?? metadata.opening else { return nil }
    let results = [
      "events", "digest", "end", "seal", "inputs", "accepted_from", SessionPart.prefix,
    ]
    var edited = MCAPStringMap(
      entries: map.entries.filter { entry in
        !results.contains(entry.key)
          && !["digest/", "loss/", "counter/", "part/"].contains { entry.key.hasPrefix($0) }
      }
    )
    edited["version"] = String(Self.currentVersion)
    for loss in result?.losses ?? [] {
      let key = "lost_before/" + loss.place
      let before = edited[key].flatMap { UInt64($0) } ?? 0
      edited[key] = String(before &+ loss.count)
    }
    return edited
  }

  /// The file as a source of a step of a lineage.
  ///
  /// - Complexity: O(bytes): all of them are read for their digest.
  func lineageSource(
    named path: String,
    shouldStop: @escaping () -> Bool
  ) throws(SessionError) -> LineageStep.Source {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var digest: UInt64 = 0
    do throws(MCAPError) {
      digest = try Self.bytesDigest(of: MCAPStoppableSource(source, shouldStop))
    } catch { throw .file(error) }
    return LineageStep.Source(
      name: name,
      bytesDigest: TraceDigest.text(digest),
      digest: result.map { TraceDigest.text($0.digest) }
    )
  }

  /// Refuses a file that is not whole.
  package func checkWhole() throws(SessionError) {
    if case .cut(let error) = scan.ending { throw .file(error) }
  }

  /// Refuses a selection that names a channel which is not there.
  package func checkTopics(_ selection: CutSelection) throws(SessionError) {
    let known = scan.catalog.channels.map(\.topic)
    for topic in (selection.topics ?? []) + selection.without where !known.contains(topic) {
      throw .content("it has no channel \(topic); it has \(topicList)")
    }
  }

  /// The topics of the messages that an edit may keep, with commas between them.
  var topicList: String {
    editableTopics.isEmpty ? "none" : editableTopics.joined(separator: ", ")
  }

  /// Whether the fixes for map viewers are those that a session derives from its locations.
  var derivesFixes: Bool {
    let fixes = scan.catalog.channels(topic: SessionTopic.fix.name)
    let locations = scan.catalog.channels(topic: InputChannel.location.topic)
    return fixes.contains { channel in
      scan.catalog.schema(channel.schemaID)?.name == SessionTopic.fix.schemaName
    }
      && locations.contains { channel in
        scan.catalog.schema(channel.schemaID)?.name == InputChannel.location.schemaName
          && channel.messageEncoding == InputChannel.location.messageEncoding
      }
  }

  /// Whether the messages of a channel are results of a run, or derived: they do not stay in an edited recording.
  func isOutput(_ channel: MCAPChannel, _ catalog: MCAPCatalog) -> Bool {
    let schema = catalog.schema(channel.schemaID)?.name ?? ""
    guard SessionTopic.has(topic: channel.topic, schema: schema) else { return false }
    return channel.topic != SessionTopic.fix.name || derivesFixes
  }

  /// Whether a channel is described in a recording that keeps all that can be kept.
  func isKept(_ channel: MCAPChannel, _ catalog: MCAPCatalog) -> Bool {
    !isOutput(channel, catalog) || channel.topic == SessionTopic.fix.name
  }

  /// The topics of the messages that an edit may keep.
  package var editableTopics: [String] {
    scan.catalog.channels.filter { !isOutput($0, scan.catalog) }.map(\.topic)
  }

  /// The log time of the first message that is no result of a run, in ns; nil if there is none.
  func firstInputTime() throws(SessionError) -> UInt64? {
    do throws(MCAPError) {
      var cursor = try MCAPIndexedReader(source).messages(MCAPQuery(topics: editableTopics))
      return try cursor.next()?.logTime
    } catch { throw .file(error) }
  }

  /// The log times of the first and the last message that is no result of a run; nil if there is none.
  ///
  /// - Throws: what is wrong with the file.
  /// - Complexity: that of reading some chunks.
  public func inputTimes() throws(MCAPError) -> ClosedRange<UInt64>? {
    let reader = try MCAPIndexedReader(source)
    let topics = editableTopics
    var forward = reader.messages(MCAPQuery(topics: topics))
    guard let first = try forward.next()?.logTime else { return nil }
    var backward = reader.messages(MCAPQuery(topics: topics, reversed: true))
    guard let last = try backward.next()?.logTime else { return nil }
    return first...max(first, last)
  }
}

extension MCAPError {
  /// The error of a message that lies outside of the times that its chunk states.
  static func outOfTimes(_ message: MCAPMessageView, _ segment: MCAPSegment) -> MCAPError {
    .record(
      .malformed,
      "chunk",
      at: segment.offset,
      "it holds a message at \(message.logTime) ns, outside the times it states"
    )
  }
}

import KymoMCAP

/// The names by which a comparison of two recordings is told what may differ: topics, fields, and what is beside the
/// messages.
///
/// A name counts if one of the two has it. Fields of JSON are known from the messages alone.
package struct DiffNames {
  private let files: [SessionFile]
  /// What both may have besides channels.
  private var names: Set<String> = ["metadata", "attachments"]  // Looked up, never iterated.
  private var channels: [Channel] = []

  /// A channel of one of the files.
  fileprivate struct Channel {
    let topic: String
    let layout: MessageLayout?
    /// The fields that have names of their own: those of steps.
    let steps: [String]
  }

  /// How a message differs besides its fields.
  private static let beside = [
    "log_time", "publish_time", "sequence", "data", "rest", "schema", "message_encoding",
    "channel_metadata",
  ]
  /// How many fields of a channel are listed.
  private static let listedFields = 12

  /// Takes two files.
  ///
  /// - Throws: ``EditingError/source(_:_:)`` if their metadata cannot be read.
  package init(_ first: SessionFile, _ second: SessionFile) throws(EditingError) {
    files = [first, second]
    for (number, file) in files.enumerated() {
      do throws(MCAPError) {
        let keys = file.comparedMetadata.entries.map(\.key) + (try file.otherMetadata()).map(\.0)
        names.formUnion(keys.map { "metadata.\($0)" })
      } catch { throw .source(number, .file(error)) }
      for channel in file.scan.catalog.channels {
        let schema = file.scan.catalog.schema(channel.schemaID)
        let isROS = channel.messageEncoding == "cdr" && schema?.encoding == "ros2msg"
        channels.append(
          Channel(
            topic: channel.topic,
            layout: isROS
              ? schema.flatMap { MessageLayout(definition: $0.data, name: $0.name) } : nil,
            steps: channel.topic == SessionTopic.trace.name ? StepField.all.map(\.path) : []
          )
        )
      }
    }
  }

  /// Those of some names that nothing has.
  ///
  /// - Parameters:
  ///   - wanted: the names.
  ///   - shouldStop: asked now and then; true ends the search, and what was not found by then counts as known.
  /// - Returns: them, in their order.
  /// - Throws: ``EditingError/source(_:_:)`` for messages that cannot be read.
  /// - Complexity: O(names × channels); O(messages of JSON) if there is one that no definition has.
  package func unknown(
    _ wanted: [String],
    shouldStop: () -> Bool
  ) throws(EditingError) -> [String] {
    var unknown = wanted.filter { !has($0) }
    for number in files.indices where !unknown.isEmpty {
      do throws(MCAPError) {
        try Self.forEachField(of: files[number]) { topic, path in
          unknown.removeAll { $0 == path || $0 == "\(topic).\(path)" }
          return !unknown.isEmpty && !shouldStop()
        }
      } catch { throw .source(number, .file(error)) }
      if shouldStop() { return [] }
    }
    return unknown
  }

  private func has(_ name: String) -> Bool {
    if names.contains(name) || Self.beside.contains(name) { return true }
    return channels.contains { channel in
      if channel.topic == name || channel.has(name) { return true }
      guard name.hasPrefix(channel.topic + ".") else { return false }
      let field = String(name.dropFirst(channel.topic.count + 1))
      return Self.beside.contains(field) || channel.has(field)
    }
  }

  /// The names that there are, as the rest of a sentence; of very many the first.
  package var list: String {
    var fields: [(topic: String, names: [String])] = []
    func add(_ name: String, to topic: String) {
      let place =
        fields.firstIndex { $0.topic == topic }
        ?? {
          fields.append((topic, []))
          return fields.count - 1
        }()
      if !fields[place].names.contains(name) { fields[place].names.append(name) }
    }
    for channel in channels {
      for name in channel.fields { add(name, to: channel.topic) }
    }
    for file in files {
      var left = 1000
      try? Self.forEachField(of: file) { topic, path in
        add(path, to: topic)
        left -= 1
        return left > 0
      }
    }
    let topics = Set(channels.map(\.topic)).sorted().map { topic in
      let names = fields.first { $0.topic == topic }?.names ?? []
      let shown = names.prefix(Self.listedFields) + (names.count > Self.listedFields ? ["…"] : [])
      return names.isEmpty ? topic : "\(topic) (\(shown.joined(separator: ", ")))"
    }
    return (Self.beside + ["metadata", "metadata.KEY", "attachments"] + topics)
      .joined(separator: ", ")
  }

  /// Tells of the fields of messages of JSON, until `body` says that it has heard enough.
  private static func forEachField(
    of file: SessionFile,
    _ body: (String, String) -> Bool
  ) throws(MCAPError) {
    let catalog = file.scan.catalog
    let channels = catalog.channels.filter { $0.messageEncoding == "json" }
    guard let first = channels.first else { return }
    // All JSON is read alike.
    var reader = FieldReader(first, catalog.schema(first.schemaID))
    var cursor = try MCAPIndexedReader(file.source).messages(
      MCAPQuery(topics: channels.map(\.topic))
    )
    while let message = try cursor.next() {
      guard let channel = catalog.channel(message.channelID) else { continue }
      for field in cursor.withData(of: message, { reader.fields($0) }) ?? [] {
        guard body(channel.topic, field.path) else { return }
      }
    }
  }
}

extension DiffNames.Channel {
  /// Whether its messages have a field.
  fileprivate func has(_ field: String) -> Bool {
    steps.contains(field) || layout?.hasValue(field[...]) == true
  }

  /// The fields that are listed.
  fileprivate var fields: [String] {
    steps.isEmpty ? layout?.paths ?? layout?.ownNames ?? [] : steps
  }
}

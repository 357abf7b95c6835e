import KymoMCAP

/// The topics of two recordings, and what is known of each.
struct DiffTopics {
  /// A topic.
  struct Topic {
    let name: String
    /// Its channels in each recording.
    var first: [MCAPChannel] = []
    var second: [MCAPChannel] = []
    /// Whether its messages are steps of today's trace.
    var isTrace = false
    /// Whether its messages begin with a number of their own.
    var isBridge = false
  }

  /// By name.
  private(set) var all: [Topic] = []

  /// Takes the topics of two recordings that are compared.
  init(_ first: MCAPCatalog, _ second: MCAPCatalog, _ tolerance: DiffTolerance) {
    let names = Set((first.channels + second.channels).map(\.topic)).sorted()
    for name in names where !tolerance.ignores(topic: name) {
      var topic = Topic(name: name)
      topic.first = first.channels(topic: name)
      topic.second = second.channels(topic: name)
      let schemas =
        topic.first.compactMap { first.schema($0.schemaID)?.name }
        + topic.second.compactMap { second.schema($0.schemaID)?.name }
      func has(_ known: SessionTopic) -> Bool {
        name == known.name && schemas.allSatisfy { $0 == known.schemaName }
      }
      topic.isTrace = has(.trace)
      topic.isBridge =
        has(.reply)
        || name == InputChannel.request.topic
          && schemas.allSatisfy { $0 == InputChannel.request.schemaName }
      all.append(topic)
    }
  }

  /// The place of a topic; nil if it is not compared.
  func place(of name: String) -> Int? { all.firstIndex { $0.name == name } }
}

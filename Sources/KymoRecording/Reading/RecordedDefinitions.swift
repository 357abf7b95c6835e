import KymoMCAP

/// The schemas and channels of a recording, compared with those that a replay would write.
///
/// Ids are how a file is laid out: other tools give their own. A schema is known by its content, and a channel by
/// its topic.
struct RecordedDefinitions {
  /// The definitions of the replay so far, by its own ids.
  private var registered = MCAPCatalog()
  /// The own id of a channel by its id in the file, as far as it is known.
  private var ownIDs: [UInt16?] = []
  /// The names of the schemas and the topics of the channels of which the recording has another definition.
  private var differing: Set<String> = []  // Looked up, never iterated.

  /// Takes a schema.
  ///
  /// - Parameters:
  ///   - schema: what the replay describes.
  ///   - recorded: all that the recording is known to define.
  /// - Returns: whether the recording has another one in its place; nil if it has none.
  mutating func register(_ schema: MCAPSchema, in recorded: MCAPCatalog) -> Bool? {
    guard registered.schema(schema.id) == nil else { return false }
    registered.add(schema)
    if recorded.schemas.contains(where: { Self.isSame($0, schema) }) { return false }
    differing.insert(schema.name)
    let isThere = recorded.schemas.contains { $0.name == schema.name || $0.id == schema.id }
    return isThere ? true : nil
  }

  /// Takes a channel, as ``register(_:in:)-schema`` does a schema.
  mutating func register(_ channel: MCAPChannel, in recorded: MCAPCatalog) -> Bool? {
    guard registered.channel(channel.id) == nil else { return false }
    registered.add(channel)
    let others = recorded.channels(topic: channel.topic)
    if others.contains(where: { isSame($0, channel, in: recorded) }) { return false }
    differing.insert(channel.topic)
    return others.isEmpty && recorded.channel(channel.id) == nil ? nil : true
  }

  /// Returns the definitions that the recording has and the replay has not, as fields: all but what
  /// was found to differ before.
  func extra(in recorded: MCAPCatalog) -> [String] {
    let schemas = recorded.schemas.filter { schema in
      !differing.contains(schema.name) && !registered.schemas.contains { Self.isSame($0, schema) }
    }
    let channels = recorded.channels.filter { channel in
      !differing.contains(channel.topic)
        && !registered.channels(topic: channel.topic).contains { isSame(channel, $0, in: recorded) }
    }
    return schemas.map { "schema." + $0.name } + channels.map { "channel." + $0.topic }
  }

  /// The replay's id of a channel that has an id in the file; nil if the replay does not have its topic so far.
  mutating func ownID(of id: UInt16, in catalog: MCAPCatalog) -> UInt16? {
    let place = Int(id)
    if place < ownIDs.count, let known = ownIDs[place] { return known }
    guard let topic = catalog.channel(id)?.topic,
      let own = registered.channels(topic: topic).first?.id
    else { return nil }
    while ownIDs.count <= place { ownIDs.append(nil) }
    ownIDs[place] = own
    return own
  }

  private func isSame(
    _ recorded: MCAPChannel,
    _ own: MCAPChannel,
    in catalog: MCAPCatalog
  ) -> Bool {
    var recorded = recorded
    let schema = catalog.schema(recorded.schemaID)
    (recorded.id, recorded.schemaID) = (own.id, own.schemaID)
    guard recorded == own else { return false }
    switch (schema, registered.schema(own.schemaID)) {
    case (nil, nil): return true
    // A schema that differs is said to, and not its channels, too.
    case (_, let own?) where differing.contains(own.name): return true
    case (let schema?, let own?): return Self.isSame(schema, own)
    default: return false
    }
  }

  private static func isSame(_ recorded: MCAPSchema, _ own: MCAPSchema) -> Bool {
    var recorded = recorded
    recorded.id = own.id
    return recorded == own
  }
}

/// The schemas and channels met so far, ordered by id.
public struct MCAPCatalog: Sendable, Equatable {
  /// All schemas, by ascending id.
  public private(set) var schemas: [MCAPSchema] = []
  /// All channels, by ascending id.
  public private(set) var channels: [MCAPChannel] = []

  /// Makes an empty catalog.
  public init() {}

  /// The schema with an id, or nil.
  ///
  /// - Complexity: O(log n).
  public func schema(_ id: UInt16) -> MCAPSchema? {
    schemas.element(id, by: \.id)
  }

  /// The channel with an id, or nil.
  ///
  /// - Complexity: O(log n).
  public func channel(_ id: UInt16) -> MCAPChannel? {
    channels.element(id, by: \.id)
  }

  /// The channels of a topic, by ascending id.
  ///
  /// - Complexity: O(n).
  public func channels(topic: String) -> [MCAPChannel] {
    channels.filter { $0.topic == topic }
  }

  /// Adds a schema; the same one again is no error, and id 0 is ignored.
  ///
  /// - Returns: false if a different schema has the id; the first one stays.
  @discardableResult public mutating func add(_ schema: MCAPSchema) -> Bool {
    guard schema.id != 0 else { return true }
    let place = schemas.place(of: schema.id, by: \.id)
    guard place < schemas.count, schemas[place].id == schema.id else {
      schemas.insert(schema, at: place)
      return true
    }
    return schemas[place] == schema
  }

  /// Adds a channel; the same one again is no error.
  ///
  /// - Returns: false if a different channel has the id; the first one stays.
  @discardableResult public mutating func add(_ channel: MCAPChannel) -> Bool {
    let place = channels.place(of: channel.id, by: \.id)
    guard place < channels.count, channels[place].id == channel.id else {
      channels.insert(channel, at: place)
      return true
    }
    return channels[place] == channel
  }

  /// Adds everything of another catalog whose id is still free.
  public mutating func merge(_ other: MCAPCatalog) {
    for schema in other.schemas { add(schema) }
    for channel in other.channels { add(channel) }
  }

  /// The same record; a schema or channel that is here already is given as what is here, so that both have one memory.
  func sharing(_ record: MCAPRecord) -> MCAPRecord {
    switch record {
    case .schema(let schema):
      if let own = self.schema(schema.id), own == schema { return .schema(own) }
    case .channel(let channel):
      if let own = self.channel(channel.id), own == channel { return .channel(own) }
    default: break
    }
    return record
  }

  /// Adds what the record defines, if anything.
  mutating func register(_ record: MCAPRecord, at offset: UInt64) throws(MCAPError) {
    switch record {
    case .schema(let schema) where schema.id == 0:
      throw MCAPError.record(.malformed, "schema", at: offset, "the id is 0")
    case .schema(let schema) where schema.encoding.isEmpty && !schema.data.isEmpty:
      throw MCAPError.record(.malformed, "schema", at: offset, "data without an encoding")
    case .schema(let schema) where !add(schema):
      let problem = "id \(schema.id) stands for a different schema before"
      throw MCAPError.record(.conflict, "schema", at: offset, problem)
    case .channel(let channel) where !add(channel):
      let problem = "id \(channel.id) stands for a different channel before"
      throw MCAPError.record(.conflict, "channel", at: offset, problem)
    default: break
    }
  }
}

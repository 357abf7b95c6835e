import KymoMCAP

/// The schemas and channels of several recordings under one set of ids.
struct MergedCatalog {
  /// A channel that was added, with where it came from.
  private struct Known {
    let channel: MCAPChannel
    let schema: MCAPSchema?
    let file: Int
  }

  private var known: [Known] = []
  private var schemas: [MCAPSchema] = []
  private var largestID: UInt16 = 0
  private var largestSchemaID: UInt16 = 0
  private let names: [String]

  /// Prepares for recordings of these names.
  init(_ names: [String]) { self.names = names }

  /// A channel under its new id, with its schema.
  struct Added {
    /// The channel.
    let channel: MCAPChannel
    /// Its schema; nil if it has none.
    let schema: MCAPSchema?
    /// Whether no recording before had it.
    let isNew: Bool
  }

  /// Adds a channel of a recording.
  ///
  /// - Parameters:
  ///   - channel: the channel.
  ///   - schema: its schema.
  ///   - file: the number of the recording.
  /// - Returns: the channel under the id that it has from now on: its own, unless another one has that.
  /// - Throws: `content` if a recording before has the topic with another schema or encoding; `content` if no id is
  ///   left.
  mutating func add(
    _ channel: MCAPChannel,
    _ schema: MCAPSchema?,
    file: Int
  ) throws(SessionError) -> Added {
    for other in known where other.channel.topic == channel.topic {
      let isSame = Self.isSame(other, channel, schema)
      if isSame, other.channel.metadata == channel.metadata {
        return Added(channel: other.channel, schema: other.schema, isNew: false)
      }
      guard isSame || other.file == file else { throw conflict(other, channel, schema) }
    }
    var own = channel
    var ownSchema = schema
    if known.contains(where: { $0.channel.id == channel.id }) {
      own.id = try Self.next(largestID)
    }
    largestID = max(largestID, own.id)
    if let schema {
      let found = try place(schema)
      (ownSchema, own.schemaID) = (found, found.id)
    } else {
      own.schemaID = 0
    }
    known.append(Known(channel: own, schema: ownSchema, file: file))
    return Added(channel: own, schema: ownSchema, isNew: true)
  }

  /// The schema under its new id.
  private mutating func place(_ schema: MCAPSchema) throws(SessionError) -> MCAPSchema {
    if let same = schemas.first(where: { Self.isSame($0, schema) }) { return same }
    var own = schema
    if schemas.contains(where: { $0.id == schema.id }) { own.id = try Self.next(largestSchemaID) }
    largestSchemaID = max(largestSchemaID, own.id)
    schemas.append(own)
    return own
  }

  private static func next(_ id: UInt16) throws(SessionError) -> UInt16 {
    guard id < .max else { throw .content("no id is left for its channels") }
    return id + 1
  }

  private static func isSame(_ left: MCAPSchema?, _ right: MCAPSchema?) -> Bool {
    left?.name == right?.name && left?.encoding == right?.encoding && left?.data == right?.data
  }

  private static func isSame(_ known: Known, _ channel: MCAPChannel, _ schema: MCAPSchema?) -> Bool
  {
    known.channel.messageEncoding == channel.messageEncoding && isSame(known.schema, schema)
  }

  private func conflict(
    _ other: Known,
    _ channel: MCAPChannel,
    _ schema: MCAPSchema?
  ) -> SessionError {
    func shown(_ schema: MCAPSchema?, _ channel: MCAPChannel) -> String {
      "\(schema?.name ?? "no schema") in \(channel.messageEncoding)"
    }
    let (own, theirs) = (shown(schema, channel), shown(other.schema, other.channel))
    let difference =
      own == theirs ? "another definition of \(own)" : "\(own), and not \(theirs),"
    return .content(
      "its channel \(channel.topic) has \(difference) as in \(names[other.file]); leave one of "
        + "them out with: kymo cut --without \(channel.topic)"
    )
  }
}

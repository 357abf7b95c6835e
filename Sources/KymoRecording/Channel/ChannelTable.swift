public import KymoCore
public import KymoMCAP

/// Which topics of a recording are events, and what they are: one row for each channel.
///
/// The rows are those that an app lists and, behind them, those of the standard channels that it does not list.
/// An event of a listed channel is dispatched. One of another row is read, handed to the sinks as passed, and
/// so recorded and counted, but neither dispatched nor in any digest. What is in no row is named as left out.
public struct ChannelTable: Sendable, Equatable {
  /// A channel and its place in the table.
  public struct Row: Sendable, Equatable {
    /// The channel that is read.
    public internal(set) var channel: InputChannel
    /// The source of its events, of which no other row has the same.
    public let source: SourceID
    /// The channel's id in a recording: fixed for the standard channels, and 256 + its source for any other.
    public let id: UInt16
    /// Whether its events are dispatched.
    public let isListed: Bool
    /// Whether it is there because the session has it: see ``ChannelTable/adding(_:)``.
    public internal(set) var isOpen = false
  }

  /// The rows, in the order of their sources.
  public private(set) var rows: [Row]

  /// The table of an app that lists the usual channels.
  public static let standard = ChannelTable(
    rows: InputChannel.usual.map { row($0, isListed: true) }
      + (InputChannel.sensors + [.dialog, .pageInput]).map { row($0, isListed: false) }
  )

  private static func row(_ channel: InputChannel, isListed: Bool) -> Row {
    Row(
      channel: channel,
      source: channel.source ?? .device,
      id: channel.recordingID ?? 0,
      isListed: isListed
    )
  }

  private init(rows: [Row]) { self.rows = rows.sorted { $0.source.rawValue < $1.source.rawValue } }

  /// Makes the table of an app.
  ///
  /// A channel that states no source gets the lowest of `SourceID.applications` that no other states, in the
  /// order of the list.
  ///
  /// - Parameter listed: the channels that the app listens to; one with the topic of a standard channel takes
  ///   that one's place.
  /// - Throws: what is wrong with the list.
  public init(_ listed: [InputChannel]) throws(ChannelTableError) {
    var taken: [UInt8: String] = [:]  // Looked up, never iterated.
    var topics: Set<String> = []  // Looked up, never iterated.
    for channel in listed {
      try Self.check(channel)
      guard topics.insert(channel.topic).inserted else { throw .duplicateTopic(channel.topic) }
      guard let source = channel.source else { continue }
      if let other = taken.updateValue(channel.topic, forKey: source.rawValue) {
        throw .duplicateSource(source, other, channel.topic)
      }
    }
    var rows: [Row] = []
    var next = Int(SourceID.applications.lowerBound)
    for var channel in listed {
      if channel.source == nil {
        while taken[UInt8(next)] != nil { next += 1 }
        guard next <= SourceID.applications.upperBound else { throw .tooManyChannels }
        taken[UInt8(next)] = channel.topic
        channel.source = SourceID(rawValue: UInt8(next))
      }
      let source = channel.source ?? .device
      let id = channel.recordingID ?? 256 + UInt16(source.rawValue)
      rows.append(Row(channel: channel, source: source, id: id, isListed: true))
    }
    for row in Self.standard.rows where !topics.contains(row.channel.topic) {
      rows.append(
        Row(channel: row.channel, source: row.source, id: row.id, isListed: false)
      )
    }
    self.init(rows: rows)
  }

  /// The table with further rows of channels that a session has and its app does not list.
  ///
  /// Their events are recorded, counted, and passed to the sinks; they are neither dispatched nor in any digest.
  /// Each gets the lowest source that is free. A channel whose topic has a row is passed over, and so is what
  /// could be no channel, and all for which there is no source.
  public func adding(_ channels: [InputChannel]) -> ChannelTable {
    var table = self
    var next = Int(SourceID.applications.lowerBound)
    let taken = Set(rows.map(\.source.rawValue))  // Looked up, never iterated.
    for var channel in channels where table.row(topic: channel.topic) == nil {
      channel.source = nil
      do throws(ChannelTableError) { try Self.check(channel) } catch { continue }
      while next <= SourceID.applications.upperBound, taken.contains(UInt8(next)) { next += 1 }
      guard next <= SourceID.applications.upperBound else { break }
      let source = SourceID(rawValue: UInt8(next))
      channel.source = source
      let id = 256 + UInt16(source.rawValue)
      table.rows.append(
        Row(channel: channel, source: source, id: id, isListed: false, isOpen: true)
      )
      next += 1
    }
    table.rows.sort { $0.source.rawValue < $1.source.rawValue }
    return table
  }

  private static func check(_ channel: InputChannel) throws(ChannelTableError) {
    let topic = channel.topic
    if topic.isEmpty { throw .emptyTopic }
    if SessionTopic.allCases.contains(where: { $0.name == topic })
      || topic == InputChannel.dialog.topic || topic == InputChannel.pageInput.topic
    {
      throw .outputTopic(topic)
    }
    if channel.command?.isEmpty == true { throw .emptyCommand(topic: topic) }
    if let source = channel.source, channel.recordingID == nil,
      !SourceID.applications.contains(source.rawValue)
    {
      throw .reservedSource(source, topic: topic)
    }
    if channel.kind == .sample {
      guard (1...InputChannel.maximumSampleBytes).contains(channel.bodyBytes) else {
        throw .sampleBytes(channel.bodyBytes, topic: topic)
      }
    }
    if channel.kind == .data {
      let least = max(1, channel.leastBytes)
      guard channel.bodyBytes >= 0, channel.maximumBytes >= least,
        channel.maximumBytes <= InputChannel.maximumMaximumBytes
      else { throw .maximumBytes(channel.maximumBytes, topic: topic) }
    }
  }

  /// The row of a topic, or nil.
  ///
  /// - Complexity: O(rows).
  public func row(topic: String) -> Row? { rows.first { $0.channel.topic == topic } }

  /// The row of a source, or nil.
  ///
  /// - Complexity: O(rows).
  public func row(_ source: SourceID) -> Row? { rows.first { $0.source == source } }

  /// The topics whose events are dispatched, in the order of their sources.
  public var listedTopics: [String] { rows.filter(\.isListed).map(\.channel.topic) }

  /// The table with the definitions of a file's schemas for those rows that have none, so that others can
  /// read what is recorded of them.
  public func describing(_ catalog: MCAPCatalog) -> ChannelTable {
    var table = self
    for index in rows.indices where rows[index].channel.definition.isEmpty {
      let row = rows[index].channel
      let schema = catalog.channels(topic: row.topic).lazy
        .compactMap { catalog.schema($0.schemaID) }
        .first { schema in
          schema.name == row.schemaName
            && (row.schemaEncoding.isEmpty || row.schemaEncoding == schema.encoding)
        }
      guard let schema else { continue }
      table.rows[index].channel.schemaEncoding = schema.encoding
      table.rows[index].channel.definition = schema.data
    }
    return table
  }
}

import KymoCore
import KymoMCAP

/// Says of each message of a recording, in the order of the file, whether a cut keeps it.
struct CutFilter {
  /// The fate of the messages of a channel.
  struct Fate {
    /// A kind of fate.
    enum Kind: UInt8 {
      /// No message was met so far.
      case unseen
      /// They go.
      case dropped
      /// They stay, as far as their places allow.
      case kept
      /// They stay if what they call does.
      case chosen
    }

    var kind = Kind.unseen
    /// The source of their events; that of a handler's if they are none.
    var source = SourceID.device
    /// Whether they are requests, some of which name their source.
    var isRequest = false
    /// Whether fixes for map viewers are made of them.
    var derivesFix = false
    /// The members that requests must have.
    var required: [String] = []
  }

  private let file: SessionFile
  private let selection: CutSelection
  private let points: StepPoints?
  private let routing: CommandRouting?
  private let commands: Set<CommandID>
  private var fates: [Fate] = []
  private var bridge: BridgeReading?
  private var scratch: [UInt8] = []
  /// How many inputs of each source were met at the time of the first point, and at that of the second.
  private var metAtStart = [UInt64](repeating: 0, count: 256)
  private var metAtEnd = [UInt64](repeating: 0, count: 256)
  /// The log times of the messages that can stay.
  let times: ClosedRange<UInt64>?
  /// Whether fixes for map viewers are made.
  let makesFixes: Bool

  /// Prepares to cut a file.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - selection: what stays.
  ///   - points: where its steps begin and end; nil if it names none.
  ///   - routing: that of an app, if the selection needs one.
  ///   - commands: the commands of the selection.
  init(
    _ file: SessionFile,
    _ selection: CutSelection,
    _ points: StepPoints?,
    _ routing: CommandRouting?,
    commands: Set<CommandID>
  ) {
    self.file = file
    self.selection = selection
    self.points = points
    self.routing = routing
    self.commands = commands
    bridge = routing.map { BridgeReading($0) }
    let (location, fix) = (InputChannel.location.topic, SessionTopic.fix.name)
    makesFixes =
      file.derivesFixes && !selection.without.contains(location) && !selection.without.contains(fix)
      && (selection.topics.map { $0.contains(location) || $0.contains(fix) } ?? true)
    times = Self.times(selection, points)
  }

  private static func times(
    _ selection: CutSelection,
    _ points: StepPoints?
  ) -> ClosedRange<UInt64>? {
    var lowest = selection.start ?? 0
    if let point = points?.start { lowest = max(lowest, point.time) }
    var highest = UInt64.max
    if let end = selection.end {
      guard end > 0 else { return nil }
      highest = end - 1
    }
    if let points, !points.reachesEnd {
      // Before the first input there is nothing that a step could be.
      guard let point = points.end else { return nil }
      highest = min(highest, point.time)
    }
    return lowest <= highest ? lowest...highest : nil
  }

  /// Whether a piece of the file may have messages that stay.
  func mayKeep(_ segment: MCAPSegment) -> Bool {
    guard let times, segment.startTime <= times.upperBound, segment.endTime >= times.lowerBound
    else { return false }
    return segment.indexedChannels.isEmpty
      || segment.indexedChannels.contains { id in
        guard let channel = file.scan.catalog.channel(id) else { return true }
        let fate = fate(of: channel, file.scan.catalog)
        return fate.kind != .dropped || fate.derivesFix
      }
  }

  /// Whether a message stays, and whether a fix is made of it.
  @inline(__always)
  mutating func keeps(
    _ message: MCAPMessageView,
    in decoder: borrowing MCAPChunkDecoder
  ) -> (message: Bool, fix: Bool) {
    let channel = Int(message.channelID)
    if channel >= fates.count || fates[channel].kind == .unseen { learn(channel, decoder.catalog) }
    guard let times, times.contains(message.logTime) else { return (false, false) }
    let (kind, derivesFix) = (fates[channel].kind, fates[channel].derivesFix)
    if kind == .dropped, !derivesFix { return (false, false) }
    if points != nil || kind == .chosen, !keepsEvent(message, in: decoder) {
      return (false, false)
    }
    return (kind != .dropped, derivesFix)
  }

  /// Whether a message stays whose place, or whose command, has to be looked at.
  @inline(never)
  private mutating func keepsEvent(
    _ message: MCAPMessageView,
    in decoder: borrowing MCAPChunkDecoder
  ) -> Bool {
    let fate = fates[Int(message.channelID)]
    var source = fate.source
    var command = CommandID.unknown
    let isAtPoint =
      message.logTime == points?.start?.time || message.logTime == points?.end?.time
    if fate.isRequest, isAtPoint || fate.kind == .chosen, let bridge {
      scratch.removeAll(keepingCapacity: true)
      var bytes: [UInt8] = []
      swap(&bytes, &scratch)
      let request = decoder.withData(of: message) {
        bridge.read($0, requiring: fate.required, into: &bytes)
      }
      swap(&bytes, &scratch)
      source = request.source ?? source
      command = request.command
    }
    if let points {
      // Both count what they meet: each is asked about every message.
      let isBeforeStart = points.start.map { Self.isBefore($0, message, source, &metAtStart) }
      let isBeforeEnd = points.end.map { Self.isBefore($0, message, source, &metAtEnd) }
      if isBeforeStart == true || !points.reachesEnd && isBeforeEnd == false { return false }
    }
    return fate.kind != .chosen || commands.contains(command)
  }

  /// Whether a message lies before a point; each is asked about once, in the order of the file.
  private static func isBefore(
    _ point: CutPoint,
    _ message: MCAPMessageView,
    _ source: SourceID,
    _ met: inout [UInt64]
  ) -> Bool {
    if message.logTime != point.time { return message.logTime < point.time }
    let place = Int(source.rawValue)
    met[place] += 1
    return met[place] <= point.counts[place]
  }

  private mutating func learn(_ id: Int, _ catalog: MCAPCatalog) {
    while fates.count <= id { fates.append(Fate()) }
    fates[id].kind = .dropped
    if let channel = catalog.channel(UInt16(id)) { fates[id] = fate(of: channel, catalog) }
  }

  /// The fate of the messages of a channel.
  func fate(of channel: MCAPChannel, _ catalog: MCAPCatalog) -> Fate {
    var fate = Fate()
    let schema = catalog.schema(channel.schemaID)
    fate.derivesFix =
      makesFixes && channel.topic == InputChannel.location.topic
      && schema?.name == InputChannel.location.schemaName
    let row = routing?.channels.row(topic: channel.topic).flatMap { row in
      row.channel.accepts(
        schema: schema?.name ?? "none",
        messageEncoding: channel.messageEncoding
      ) ? row : nil
    }
    if let row {
      fate.source = row.source
      fate.isRequest = row.channel.kind == .message
      fate.required = fate.isRequest ? schema?.requiredMembers ?? [] : []
    }
    fate.kind =
      file.isOutput(channel, catalog) || !selection.keeps(channel.topic) ? .dropped : .kept
    guard selection.commands != nil, let routing else { return fate }
    guard let row, row.isListed else {
      fate.kind = .dropped
      fate.derivesFix = false
      return fate
    }
    if fate.isRequest {
      if fate.kind == .kept { fate.kind = .chosen }
    } else if !commands.contains(routing.command(of: row.source)) {
      fate.kind = .dropped
      fate.derivesFix = false
    }
    return fate
  }
}

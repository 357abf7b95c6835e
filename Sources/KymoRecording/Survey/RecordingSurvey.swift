import KymoCore
import KymoHistogram
public import KymoMCAP

/// One pass over a recording that counts what is in it; memory does not depend on its length.
public struct RecordingSurvey: ~Copyable {
  /// The recording.
  public let file: SessionFile
  /// The channels of the app that a replay would run.
  public let table: ChannelTable
  /// The channels, by topic.
  public private(set) var channels: [Channel] = []
  /// The place of each channel id in ``channels``; -1 before its first message.
  private var places: [Int32] = []
  /// The findings of the strict reading.
  public private(set) var report = MCAPCheckReport()
  /// The problem with the file, if there is one.
  public private(set) var problem: MCAPError?
  /// Whether the reading was stopped before the end.
  public private(set) var wasInterrupted = false
  /// The magnitude of the acceleration over time.
  public private(set) var magnitude = MagnitudeEnvelope()
  /// The magnitude of the angular velocity over time.
  public private(set) var rotation = MagnitudeEnvelope()
  /// The places, thinned out to 512 stretches of time.
  public private(set) var track = TrackColumns()
  private var time = TimeStretches()
  private var strips = RateStrips()
  /// The outcomes of the trace.
  private var trace = TraceSurvey()
  /// How long requests waited for their replies, by the trace.
  public var replies: ReplySurvey { trace.replies }
  /// The questions of a page to its user.
  public private(set) var dialogs = DialogSurvey()
  private var check = RequestCheck()
  /// The accounts of the imports that made the recording.
  public private(set) var imports: [ImportRecord] = []
  /// How many messages of the requests' channel are no requests.
  public private(set) var unreadableRequests: UInt64 = 0

  /// What is drawn of the recording; nil unless that was asked for.
  public private(set) var timeline: RecordingTimeline?
  private let hasTimeline: Bool

  /// Prepares to look at a recording, of which an app would replay the channels of its table.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - table: the channels.
  ///   - hasTimeline: whether to make the ``timeline``, which takes more time.
  public init(_ file: SessionFile, table: ChannelTable, hasTimeline: Bool = false) {
    self.file = file
    // A replay passes those on that the session has beside them.
    self.table = table.adding(file.description?.openChannels ?? [])
    self.hasTimeline = hasTimeline
  }

  /// Reads the whole file strictly, and counts its messages on the way.
  ///
  /// - Parameters:
  ///   - shouldStop: asked at every chunk; true ends the reading.
  ///   - progress: told how many chunks are read.
  /// - Returns: the first error that a check finds, if any.
  public mutating func read(
    shouldStop: () -> Bool,
    progress: (Int) -> Void
  ) -> MCAPError? {
    // A chunk of definitions alone has no times.
    let segments = file.scan.segments.filter { $0.endTime > 0 }
    let start = segments.map(\.startTime).min() ?? 0
    let end = segments.map(\.endTime).max() ?? 0
    time = TimeStretches(start: start, end: end)
    magnitude = MagnitudeEnvelope(time)
    rotation = MagnitudeEnvelope(time)
    if hasTimeline { timeline = RecordingTimeline(TimeColumns(from: start, to: end)) }
    do throws(MCAPError) {
      imports = try file.imports()
      var checker = try MCAPChecker(file.source)
      checker.share(file.scan.catalog)
      checker.loadAhead(file.scan.segments)
      var chunks: UInt64 = 0
      var messages = 0
      while let message = try checker.nextMessage() {
        if checker.report.chunkCount != chunks || messages & 0xFFFF == 0 {
          if shouldStop() {
            wasInterrupted = true
            return nil
          }
          if chunks > 0 { progress(Int(chunks)) }
          chunks = checker.report.chunkCount
        }
        messages += 1
        let id = Int(message.channelID)
        let known = id < places.count ? Int(places[id]) : -1
        let place = known >= 0 ? known : register(message.channelID, checker.catalog)
        checker.withData(of: message) { add(message, $0, to: place) }
      }
      report = checker.report
      addSilentChannels(checker.catalog)
    } catch {
      problem = error
      return error
    }
    problem = report.firstError
    if problem == nil, case .cut(let error) = file.scan.ending { problem = error }
    return problem
  }

  private mutating func add(_ message: MCAPMessageView, _ data: RawSpan, to place: Int) {
    let stretch = time.index(of: message.logTime)
    channels[place].add(message.logTime)
    strips.add(stretch, channel: place)
    if hasTimeline { draw(message, data, to: place) }
    switch channels[place].content {
    case .acceleration: magnitude.add(data, at: stretch)
    case .rotation: rotation.add(data, at: stretch)
    case .location:
      guard data.byteCount >= 20 else { return }
      track.add(
        latitude: data.loadDouble(at: 4),
        longitude: data.loadDouble(at: 12),
        speed: .nan,
        at: stretch
      )
    case .trace(let layout): trace.add(data, at: message.logTime, layout)
    case .request:
      if !check.isReadable(data, requiring: channels[place].required) {
        unreadableRequests += 1
      } else if hasTimeline, let name = check.commandName {
        timeline?.addRequest(name, at: message.logTime)
      }
    case .dialog: dialogs.add(data, at: message.logTime)
    case .input, .other: break
    }
  }

  private mutating func draw(_ message: MCAPMessageView, _ data: RawSpan, to place: Int) {
    timeline?.add(data, at: message.logTime, to: place)
    if case .trace(let layout) = channels[place].content {
      timeline?.addStep(data, at: message.logTime, layout)
    }
  }

  /// The name of a command of the trace.
  public func name(of command: UInt16) -> String {
    let row = Int(command) - 1
    return file.commands.indices.contains(row)
      ? file.commands[row] : OutcomeStatus.unknownCommand.name
  }

  private mutating func register(_ id: UInt16, _ catalog: MCAPCatalog) -> Int {
    // What the chunks lack, the summary may have.
    let summary = file.scan.catalog
    let channel = catalog.channel(id) ?? summary.channel(id)
    let definition = channel.flatMap { catalog.schema($0.schemaID) ?? summary.schema($0.schemaID) }
    let schema = definition?.name ?? ""
    let topic = channel?.topic ?? "channel \(id)"
    let role = channel.map { ChannelUse($0, schema: schema, in: table) } ?? .leftOut
    channels.append(
      Channel(
        topic: topic,
        schema: schema,
        required: definition?.requiredMembers ?? [],
        role: role,
        strip: channels.count
      )
    )
    strips.addChannel()
    if hasTimeline {
      // Results of a run have the numbers of the inputs once more.
      let drawn = role == .output ? nil : channel
      timeline?.register(
        topic: topic,
        drawn.flatMap { NumberFields($0, definition) },
        // Numbers of requests are no measurements.
        channels[channels.count - 1].isMeasured ? drawn.flatMap { JSONNumbers($0) } : nil
      )
    }
    while places.count <= Int(id) { places.append(-1) }
    places[Int(id)] = Int32(channels.count - 1)
    return channels.count - 1
  }

  private mutating func addSilentChannels(_ catalog: MCAPCatalog) {
    for channel in catalog.channels + file.scan.catalog.channels
    where Int(channel.id) >= places.count || places[Int(channel.id)] < 0 {
      _ = register(channel.id, catalog)
    }
    channels.sort { $0.topic < $1.topic }
  }

  /// How many messages a channel has in each of 64 equal stretches of time, and how long these take together in s.
  public func rates(of channel: Channel) -> (counts: [UInt32], seconds: Double) {
    (strips[channel.strip], time.seconds)
  }

  /// The input events: what a replay would dispatch.
  public var events: UInt64 {
    channels.filter { $0.role == .input }.reduce(0) { $0 + $1.count }
  }

  /// The time between the first and the last message, which may be longer than an `Int64`.
  public var durationNanoseconds: UInt64 {
    let used = channels.filter { $0.count > 0 }
    guard let first = used.map(\.first).min(), let last = used.map(\.last).max() else { return 0 }
    return last - first
  }

  /// The same in seconds.
  public var durationSeconds: Double { Double(durationNanoseconds) / 1e9 }

  /// The commands with the number of their events: from the trace, or else from the channels.
  public var commands: [(name: String, count: UInt64, byStatus: [UInt64]?)] {
    guard trace.isEmpty else {
      return trace.commands.map { (name(of: $0.id), $0.counts.reduce(0, +), $0.counts) }
    }
    return table.rows.filter(\.isListed).compactMap { row in
      channels.first { $0.topic == row.channel.topic }.map {
        (row.channel.command ?? "requests", $0.count, nil)
      }
    }
  }

  /// Whether it says what became of its events.
  public var hasTrace: Bool { !trace.isEmpty }

  /// Whether the session was recorded to its end; a file of another program does not say.
  public var isFinished: Bool { file.description == nil || file.isFinished }
}

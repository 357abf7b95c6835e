import KymoCore
import KymoMCAP

/// A recording that is there already, in the place of one that is written: what comes is compared with it.
///
/// Inputs and outputs are walked over apart, each in the order of the file. An output that is missing, or one
/// too many, is found by the number of its step, so that those behind it are compared with their own.
struct RecordedMessages: SessionOutput, ~Copyable {
  /// In what they differ so far.
  var log: DifferenceLog
  /// Whether the recorded step and reply are still asked for: until the first step that differs is known.
  var wantsRecorded = true
  /// The text of the recorded reply that differed last, and its step's message, if that did.
  private(set) var recordedReply: String?
  private(set) var recordedStep: RecordedStep?
  /// The first step that the recording has behind all of the replay's.
  private(set) var firstExtra: RecordedStep?
  /// Whether the outputs ended before, as those of a recording that was never finished may.
  private(set) var hasEnded = false

  /// How many steps the digests so far cover.
  private var digestedCount: UInt64 = 0

  private var inputs: MessageWalk
  private var outputs: MessageWalk
  private let scratch = UnsafeMessageScratch()
  private let catalog: MCAPCatalog
  private let metadata: SessionMetadata
  private var metadataCount = 0
  private var definitions = RecordedDefinitions()
  private let attachments: [String]
  private let allowsEnd: Bool
  /// Whether inputs are stored in the order of their arrival, and so compared as a whole.
  private let arrives: Bool

  /// Takes a recording.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - tolerance: what may differ.
  ///   - channels: the channels of which it is noted that their steps differ; nil to note none.
  init(
    _ file: borrowing SessionFile,
    _ tolerance: VerificationTolerance,
    channels: ChannelTable? = nil
  ) {
    log = DifferenceLog(tolerance, channels: channels)
    inputs = MessageWalk(file.source, scan: file.scan, outputs: false)
    outputs = MessageWalk(file.source, scan: file.scan, outputs: true)
    catalog = file.scan.catalog
    metadata = file.metadata
    attachments = file.scan.attachments.map(\.name).filter { !SessionFile.givenNames.contains($0) }
    allowsEnd = !file.isFinished
    arrives = file.description?.inputOrder == .arrival
  }

  // MARK: Definitions

  var bytesWritten: UInt64 { inputs.offset }

  mutating func register(_ schema: MCAPSchema, apart: Bool) throws(MCAPError) {
    let differs = definitions.register(schema, in: wholeCatalog)
    // Of a recording that was cut off, the chunk that describes it may be missing.
    if differs ?? !allowsEnd { log.note("schema." + schema.name) }
  }

  mutating func register(_ channel: MCAPChannel, apart: Bool) throws(MCAPError) {
    let differs = definitions.register(channel, in: wholeCatalog)
    if differs ?? !allowsEnd { log.note("channel." + channel.topic) }
  }

  /// All schemas and channels that are known so far.
  private var wholeCatalog: MCAPCatalog {
    var all = catalog
    all.merge(inputs.decoder.catalog)
    all.merge(outputs.decoder.catalog)
    return all
  }

  mutating func append(_ metadata: MCAPMetadata) throws(MCAPError) {
    defer { metadataCount += 1 }
    let recorded = metadataCount == 0 ? self.metadata.opening : self.metadata.closing
    guard let recorded, metadataCount < 2 else {
      // Where it is not there, nobody can compare it.
      if !allowsEnd { log.note("metadata") }
      return
    }
    let replayed = metadata.metadata
    // The order of the pairs is layout.
    if recorded == replayed { return }
    var keys: [String] = []
    for entry in recorded.entries + replayed.entries where !keys.contains(entry.key) {
      keys.append(entry.key)
    }
    let different = keys.filter { recorded[$0] != replayed[$0] }
    for key in different { log.note("metadata." + key) }
    // A key that is there twice.
    if different.isEmpty { log.note("metadata") }
  }

  // MARK: Messages

  mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool,
    dataLength: Int,
    fill: (inout OutputRawSpan) -> Void
  ) throws(MCAPError) {
    scratch.put(dataLength, fill)
    try compare(channel, sequence, logTime, publishTime, apart: apart)
  }

  mutating func appendMessage(
    channel: UInt16,
    sequence: UInt32,
    logTime: UInt64,
    publishTime: UInt64,
    apart: Bool,
    data: RawSpan
  ) throws(MCAPError) {
    scratch.put(data)
    try compare(channel, sequence, logTime, publishTime, apart: apart)
  }

  private mutating func compare(
    _ channel: UInt16,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64,
    apart: Bool
  ) throws(MCAPError) {
    if apart {
      if hasEnded { return }
      try compareOutput(channel, sequence, logTime, publishTime)
    } else {
      try compareInput(channel, sequence, logTime, publishTime)
    }
  }

  private mutating func compareInput(
    _ channel: UInt16,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64
  ) throws(MCAPError) {
    guard let message = try inputs.peek() else { return log.note("input.missing") }
    inputs.take()
    let id = definitions.ownID(of: message.channelID, in: inputs.decoder.catalog)
    if id != channel { log.note("input.channel") }
    compare(message, sequence, logTime, publishTime, "input")
    let isEqual = inputs.decoder.withData(of: message) { scratch.isEqual(to: $0) }
    if !isEqual { log.note("input.data") }
  }

  private mutating func compareOutput(
    _ channel: UInt16,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64
  ) throws(MCAPError) {
    guard let topic = SessionTopic(rawValue: channel) else { return }
    let place = OutputPlace(topic, number: sequence)
    let steps = topic == .digest ? digestedSteps(sequence) : nil
    while true {
      guard let message = try outputs.peek() else {
        hasEnded = allowsEnd
        if !allowsEnd { log.note(topic.fieldName + ".missing", over: steps) }
        return
      }
      let found = outputs.topic(of: message)
      if found == topic, message.sequence == sequence || names(message, topic, sequence) {
        outputs.take()
        return compareOutput(message, topic, sequence, logTime, publishTime, over: steps)
      }
      // Where it is not clear which of the two is amiss, the recorded one is.
      if let found, OutputPlace(found, number: message.sequence) > place {
        return log.note(topic.fieldName + ".missing", over: steps)
      }
      noteExtra(found, message)
    }
  }

  /// The steps that the next digest covers, which is the one over so many.
  private mutating func digestedSteps(_ count: UInt32) -> Range<UInt64> {
    let first = digestedCount
    // Counts have 32 bits here, and more steps than that have many digests.
    digestedCount += UInt64(count &- UInt32(truncatingIfNeeded: first))
    return first..<digestedCount
  }

  /// Notes that the recording has an output too many, the next one, and goes on behind it.
  private mutating func noteExtra(_ topic: SessionTopic?, _ message: MCAPMessageView) {
    let compared = log.source
    log.source = topic == .trace ? step(message)?.event.source ?? .device : .device
    log.note((topic?.fieldName ?? "output") + ".extra")
    log.source = compared
    outputs.take()
  }

  /// The step in an output; nil if it is none.
  private func step(_ message: MCAPMessageView) -> RecordedStep? {
    try? RecordedStep(message, .current, in: outputs.decoder, at: outputs.offset)
  }

  /// Whether a step names itself by a number that its message does not have.
  private func names(
    _ message: MCAPMessageView,
    _ topic: SessionTopic,
    _ sequence: UInt32
  ) -> Bool {
    let place = TraceStepLayout.current.index
    guard topic == .trace, message.dataLength >= place + 4 else { return false }
    return outputs.decoder.load(at: message.dataOffset + place) == sequence
  }

  private mutating func compareOutput(
    _ message: MCAPMessageView,
    _ topic: SessionTopic,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64,
    over steps: Range<UInt64>?
  ) {
    compare(message, sequence, logTime, publishTime, topic == .trace ? "trace" : topic.fieldName)
    let isEqual = outputs.decoder.withData(of: message) { scratch.isEqual(to: $0) }
    if topic != .trace, isEqual { return }
    switch topic {
    case .trace:
      if !isEqual {
        // Moved out and back, so that nothing is copied.
        var log = DifferenceLog(log.tolerance)
        swap(&log, &self.log)
        outputs.decoder.withData(of: message) { recorded in
          scratch.withBytes { StepField.note(recorded, $0, in: &log) }
        }
        swap(&log, &self.log)
      }
      // Also where something else of its step differs.
      if wantsRecorded, log.total > 0 { recordedStep = step(message) }
    case .reply:
      log.note("reply.text")
      guard wantsRecorded else { return }
      var json = BridgeJSONReader()
      var text: String?
      _ = outputs.decoder.withData(of: message) { data in
        json.read(data) { found, _ in text = found.text }
      }
      recordedReply = text
    case .digest: log.note("digest", over: steps)
    case .fix: log.note("fix.data")
    }
  }

  private mutating func compare(
    _ message: MCAPMessageView,
    _ sequence: UInt32,
    _ logTime: UInt64,
    _ publishTime: UInt64,
    _ path: String
  ) {
    guard
      message.sequence != sequence || message.logTime != logTime
        || message.publishTime != publishTime
    else { return }
    if message.sequence != sequence { log.note(path + ".sequence") }
    if message.logTime != logTime { log.note(path + ".log_time") }
    if message.publishTime != publishTime { log.note(path + ".publish_time") }
  }

  mutating func closeChunks() {}

  mutating func closeChunks(holding leastBytes: Int) {}

  // MARK: The end

  /// The digest of inputs that are stored in the order of their arrival; nil for others.
  mutating func arrivals() throws(MCAPError) -> ArrivalDigest? {
    guard arrives else { return nil }
    var digest = ArrivalDigest()
    while let message = try inputs.peek() {
      let id = definitions.ownID(of: message.channelID, in: inputs.decoder.catalog)
      inputs.decoder.withData(of: message) {
        digest.add(message, channel: id ?? message.channelID, $0)
      }
      inputs.take()
    }
    return digest
  }

  /// Notes what the recording has and a replay does not: call it when everything has come.
  mutating func finish() throws(MCAPError) {
    if hasEnded { return }
    log.source = .device
    while try inputs.peek() != nil {
      if !allowsEnd { log.note("input.extra") }
      inputs.take()
    }
    while let message = try outputs.peek() {
      let topic = outputs.topic(of: message)
      if topic == .trace, firstExtra == nil { firstExtra = step(message) }
      noteExtra(topic, message)
    }
    if inputs.strays + outputs.strays > 0 { log.note("message.stray") }
    for field in definitions.extra(in: wholeCatalog) { log.note(field) }
    for name in attachments { log.note("attachment." + name) }
    if metadata.otherCount > 0 || metadataCount < 2 && metadata.closing != nil {
      log.note("metadata")
    }
  }
}

import KymoCore
public import KymoMCAP

/// Two recordings of replays of one input, compared with each other as ``Verifier`` holds a replay against one.
///
/// Compared are inputs, steps, replies, what is derived, digests, counters, metadata, schemas and channels; not
/// how the files are laid out. Recordings of version 1 are not compared this way.
public struct RecordingComparison: Sendable {
  /// In which fields they differ, in the order in which each was met first.
  public private(set) var differences: [FieldDifference] = []
  /// The first step that differs; nil if none does, or what differs is no step.
  public private(set) var divergence: Divergence?
  /// How many steps the second one has.
  public private(set) var stepCount: UInt64 = 0

  private var recent: [Divergence.Step] = []
  private var inputCount: UInt64 = 0

  /// Whether nothing differs.
  public var isIdentical: Bool { differences.isEmpty }

  /// Compares two recordings.
  ///
  /// - Parameters:
  ///   - recorded: what is expected.
  ///   - replayed: what came.
  /// - Throws: what is wrong with one of the files.
  /// - Precondition: both are of ``SessionFile/currentVersion``.
  /// - Complexity: O(size of both), in memory for one chunk of each side of each.
  public init(
    _ recorded: borrowing SessionFile,
    against replayed: borrowing SessionFile
  ) throws(MCAPError) {
    precondition(
      recorded.version == SessionFile.currentVersion && replayed.version == recorded.version,
      "recordings of an older version do not hold what is compared"
    )
    var expected = RecordedMessages(recorded, VerificationTolerance())
    for schema in replayed.scan.catalog.schemas { try expected.register(schema, apart: false) }
    for channel in replayed.scan.catalog.channels { try expected.register(channel, apart: false) }
    for map in [replayed.metadata.opening, replayed.metadata.closing].compactMap(\.self) {
      try expected.append(MCAPMetadata(name: SessionDescription.recordName, metadata: map))
    }
    var outputs = MessageWalk(replayed.source, scan: replayed.scan, outputs: true)
    while let message = try outputs.peek() {
      try compare(message, of: outputs, with: &expected)
      outputs.take()
    }
    var inputs = MessageWalk(replayed.source, scan: replayed.scan, outputs: false)
    while let message = try inputs.peek() {
      try Self.put(message, of: inputs, apart: false, to: &expected)
      inputs.take()
    }
    try expected.finish()
    differences = expected.log.differences
    if divergence == nil, let extra = expected.firstExtra {
      divergence = Divergence(
        index: stepCount,
        inputsBefore: inputCount,
        field: "outcome.extra",
        expected: Divergence.Step(event: extra.event, step: extra.step),
        actual: nil,
        before: recent
      )
    }
    if let index = divergence?.index {
      divergence?.expected?.reply = recorded.replyText(ofStep: index)
      divergence?.actual?.reply = replayed.replyText(ofStep: index)
    }
  }

  private static func put(
    _ message: MCAPMessageView,
    of walk: borrowing MessageWalk,
    apart: Bool,
    to expected: inout RecordedMessages
  ) throws(MCAPError) {
    try walk.decoder.withData(of: message) { data throws(MCAPError) in
      try expected.appendMessage(
        channel: message.channelID,
        sequence: message.sequence,
        logTime: message.logTime,
        publishTime: message.publishTime,
        apart: apart,
        data: data
      )
    }
  }

  /// Compares an output, and notes the step that it belongs to if it is the first that differs.
  private mutating func compare(
    _ message: MCAPMessageView,
    of outputs: borrowing MessageWalk,
    with expected: inout RecordedMessages
  ) throws(MCAPError) {
    let topic = outputs.topic(of: message)
    let known = expected.log.differences.count
    let before = expected.log.total
    try Self.put(message, of: outputs, apart: true, to: &expected)
    if topic == .trace {
      let found = try RecordedStep(message, .current, in: outputs.decoder, at: outputs.offset)
      if recent.count > Verifier.contextLength { recent.removeFirst() }
      recent.append(Divergence.Step(event: found.event, step: found.step))
      stepCount += 1
      if found.event.source != .device { inputCount += 1 }
    }
    guard divergence == nil, expected.log.total > before, let actual = recent.last,
      // A digest alone does not say which step differs.
      let field = expected.log.differences.dropFirst(known).first?.path, field != "digest"
    else { return }
    let isMissing = expected.log.differences.contains { $0.path == "outcome.missing" }
    let recorded = expected.recordedStep
    divergence = Divergence(
      index: actual.step.outcome.index,
      inputsBefore: inputCount - (actual.event.source == .device ? 0 : 1),
      field: field,
      expected: isMissing
        ? nil : recorded.map { Divergence.Step(event: $0.event, step: $0.step) } ?? actual,
      actual: actual,
      before: Array(recent.dropLast())
    )
    expected.wantsRecorded = false
  }
}

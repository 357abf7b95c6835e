import KymoCore
import KymoMCAP

/// The fields of a message of a trace before its reply, checked: all that most readers want of a step.
struct TraceStepHead {
  /// Why a message is no step.
  enum Problem: Error {
    /// It is too short, or a field has a value that there is not.
    case noStep
    /// Its reply has another size than its kind.
    case replySize
  }

  let status: OutcomeStatus
  let stage: Stage
  let replyKind: ReplyKind
  let command: CommandID
  let source: SourceID
  /// Whether the reply is that of the input again, and left out.
  let repeatsInput: Bool
  /// How many bytes of a reply follow.
  let replyBytes: Int

  /// Reads the data of a message.
  @inline(__always)
  init(_ data: RawSpan, _ layout: TraceStepLayout) throws(Problem) {
    guard data.byteCount >= layout.bytes, data.load(at: 0, as: UInt16.self) == 0x100,
      let status = OutcomeStatus(rawValue: data.load(at: layout.status)),
      let stage = Stage(rawValue: data.load(at: layout.stage))
    else { throw .noStep }
    self.status = status
    self.stage = stage
    replyKind = ReplyKind(rawValue: data.load(at: layout.replyKind))
    command = CommandID(rawValue: data.load(at: layout.command))
    source = SourceID(rawValue: data.load(at: layout.source))
    repeatsInput = layout.repeatsInput.map { data.load(at: $0, as: UInt8.self) != 0 } ?? false
    replyBytes = Int(data.load(at: layout.replyLength, as: UInt32.self))
    guard replyBytes == (repeatsInput ? 0 : replyKind.byteCount),
      data.byteCount >= layout.bytes + replyBytes
    else { throw .replySize }
  }
}

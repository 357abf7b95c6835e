import KymoCore
import KymoMCAP

/// A field of a message of `/trace`, for who compares two of them.
struct StepField {
  let path: String
  let offset: Int
  let width: Int

  /// The fields before the reply, in their order.
  static let all: [StepField] = {
    let layout = TraceStepLayout.current
    return [
      StepField(path: "trace.encapsulation", offset: 0, width: 4),
      StepField(path: "outcome.index", offset: layout.index, width: 8),
      StepField(path: "event.sequence", offset: layout.sequence, width: 4),
      StepField(path: "event.command", offset: layout.command, width: 2),
      StepField(path: "event.source", offset: layout.source, width: 1),
      StepField(path: "outcome.status", offset: layout.status, width: 1),
      StepField(path: "outcome.stage", offset: layout.stage, width: 1),
      StepField(path: "outcome.handler", offset: layout.handler, width: 1),
      StepField(path: "outcome.error_code", offset: layout.errorCode, width: 2),
      StepField(path: "reply.kind", offset: layout.replyKind, width: 1),
      StepField(path: "reply.repeats_input", offset: layout.replyKind + 1, width: 1),
      StepField(path: "trace.padding", offset: layout.replyKind + 2, width: 2),
      StepField(path: "reply.size", offset: layout.replyLength, width: 4),
    ]
  }()

  /// The words of a reply.
  static func words(_ kind: ReplyKind) -> [String] {
    switch kind {
    case .acceleration: ["reply.x", "reply.y", "reply.z"]
    case .coordinates: ["reply.latitude", "reply.longitude", "reply.altitude"]
    case .text: ["reply.length", "reply.hash", "reply.cause"]
    default: ["reply.word0", "reply.word1", "reply.word2"]
    }
  }

  /// Notes in which fields two steps differ; bytes of either that no field has are `trace.data`.
  static func note(_ recorded: RawSpan, _ replayed: RawSpan, in log: inout DifferenceLog) {
    let bytes = TraceStepLayout.current.bytes
    guard recorded.byteCount >= bytes, replayed.byteCount >= bytes else {
      return log.note("trace.data")
    }
    var isNoted = false
    for field in all {
      let places = field.offset..<field.offset + field.width
      for place in places where recorded.octet(place) != replayed.octet(place) {
        log.note(field.path)
        isNoted = true
        break
      }
    }
    let kind = ReplyKind(rawValue: replayed.octet(TraceStepLayout.current.replyKind))
    let isNumber = kind == .acceleration || kind == .coordinates
    for (index, path) in words(kind).enumerated() {
      let place = bytes + 8 * index
      guard place + 8 <= min(recorded.byteCount, replayed.byteCount) else { break }
      let left = recorded.load(at: place, as: UInt64.self)
      let right = replayed.load(at: place, as: UInt64.self)
      guard left != right else { continue }
      let distance = abs(Double(bitPattern: left) - Double(bitPattern: right))
      log.note(path, by: isNumber ? (distance.isFinite ? distance : .infinity) : nil)
      isNoted = true
    }
    if !isNoted { log.note("trace.data") }
  }
}

extension RawSpan {
  fileprivate func octet(_ place: Int) -> UInt8 { load(at: place) }
}

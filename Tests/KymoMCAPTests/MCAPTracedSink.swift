import KymoMCAP
import Synchronization

/// A file in memory that remembers every step, so that it can be had as it was between any two.
final class MCAPTracedSink: MCAPPatchableSink, Sendable {
  /// What was asked of it.
  enum Step {
    case append([UInt8])
    case patch([UInt8], UInt64)
    case end(UInt64)
  }

  private let kept = Mutex<[Step]>([])

  /// All steps so far.
  var steps: [Step] { kept.withLock { $0 } }

  var canPatch: Bool { true }

  func write(_ bytes: RawSpan) throws(MCAPError) {
    let step = Step.append(Self.copy(bytes))
    kept.withLock { $0.append(step) }
  }

  func patch(_ bytes: RawSpan, at offset: UInt64) throws(MCAPError) {
    let step = Step.patch(Self.copy(bytes), offset)
    kept.withLock { $0.append(step) }
  }

  func end(at offset: UInt64) throws(MCAPError) { kept.withLock { $0.append(.end(offset)) } }

  func synchronize() throws(MCAPError) {}

  /// The file after all steps.
  var bytes: [UInt8] { Self.file(steps[...]) }

  /// The file after some steps, the last of which may have been cut off.
  ///
  /// - Parameters:
  ///   - steps: the steps.
  ///   - cut: how many bytes of the last one were written; nil for all.
  /// - Returns: its bytes.
  static func file(_ steps: ArraySlice<Step>, cut: Int? = nil) -> [UInt8] {
    var file: [UInt8] = []
    var position = 0
    for (index, step) in zip(steps.indices, steps) {
      let limit = index == steps.endIndex - 1 ? cut ?? .max : .max
      switch step {
      case .append(let bytes):
        put(bytes.prefix(limit), at: position, in: &file)
        position += bytes.count
      case .patch(let bytes, let offset): put(bytes.prefix(limit), at: Int(offset), in: &file)
      case .end(let offset):
        position = Int(offset)
        file.removeLast(max(0, file.count - position))
        file += [UInt8](repeating: 0, count: position - file.count)
      }
    }
    return file
  }

  private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, in file: inout [UInt8]) {
    if bytes.isEmpty { return }
    let missing = offset + bytes.count - file.count
    if missing > 0 { file += [UInt8](repeating: 0, count: missing) }
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  private static func copy(_ bytes: RawSpan) -> [UInt8] {
    var copy: [UInt8] = []
    copy.append(copying: bytes)
    return copy
  }
}

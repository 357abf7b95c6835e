import KymoBridge
import KymoMCAP
import KymoServer

/// Any bytes as the body of a queue: nothing crashes, every element is told of once and in order, and what they become
/// is no longer than the server has room for.
final class QueueFuzzer {
  private var readers = [CallMode.strict, .legacy].map { Reader($0) }
  private var syntax = JSONSyntax(maximumDepth: 128)

  /// A reader, where an array may hold it.
  final class Reader {
    var reader: BridgeQueueReader

    init(_ mode: CallMode) { reader = BridgeQueueReader(maximumBytes: 1 << 16, mode: mode) }
  }

  func run(_ body: RawSpan) {
    for reader in readers { run(body, reader) }
  }

  private func run(_ body: RawSpan, _ reader: Reader) {
    guard let count = try? reader.reader.parse(body) else { return }
    precondition(syntax.firstError(in: body) == nil, "what is no JSON is taken")
    var (next, bytes) = (0, 0)
    reader.reader.forEach { item, text in
      precondition(item.index == next, "elements are told of in another order")
      next += 1
      if item.refusal != nil {
        precondition(text.byteCount == 0, "what is refused has a text")
        return
      }
      bytes += text.byteCount
      if let callback = item.callback {
        precondition(item.isMessage, "a call has a callback")
        let error = callback.withRawSpan { syntax.firstError(in: $0) }
        precondition(error == nil, "a callback is no JSON")
      }
    }
    precondition(next == count, "an element is not told of")
    // By this the server knows beforehand whether there is room.
    precondition(bytes <= 3 * body.byteCount + 16 * count, "calls are longer than they may be")
  }
}

public import KymoCore
import KymoMCAP

/// A condition on a step, at which a ``SteppedReplay`` stops.
public struct StepBreakpoint: Sendable, Equatable {
  /// The condition.
  public enum Condition: Sendable, Equatable {
    /// The step is of this command.
    case command(CommandID)
    /// The step ended this way.
    case outcome(OutcomeStatus)
    /// A handler threw this error, or the request was refused with it.
    case error(UInt16)
    /// The message or the reply has these bytes in it.
    case text([UInt8])
    /// It is the step with this number, from 0.
    case step(UInt64)
    /// It is the first step that is not as recorded.
    case divergence
  }

  /// The number by which it is known.
  public let number: Int
  /// When to stop.
  public let condition: Condition

  /// A breakpoint.
  public init(number: Int, _ condition: Condition) {
    self.number = number
    self.condition = condition
  }

  /// Whether a step meets the condition; that of a divergence is known elsewhere.
  func isMet(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    message: RawSpan,
    reply: RawSpan
  ) -> Bool {
    switch condition {
    case .command(let command): event.command == command
    case .outcome(let status): outcome.status == status
    case .error(let code): outcome.errorCode == code && code != 0
    case .text(let bytes): Self.has(bytes, message) || Self.has(bytes, reply)
    case .step(let number): outcome.index == number
    case .divergence: false
    }
  }

  /// Whether some bytes lie anywhere in a text.
  private static func has(_ bytes: [UInt8], _ text: RawSpan) -> Bool {
    guard let first = bytes.first, text.byteCount >= bytes.count else { return false }
    for start in 0...text.byteCount - bytes.count
    where text.load(at: start, as: UInt8.self) == first {
      var length = 1
      while length < bytes.count, text.load(at: start + length, as: UInt8.self) == bytes[length] {
        length += 1
      }
      if length == bytes.count { return true }
    }
    return false
  }
}

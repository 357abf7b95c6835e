/// Why texts are no faults.
public enum PageFaultError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It says neither what is done, nor where.
  case noFault(String)
  /// Two faults are to be made at the message of this number.
  case twice(UInt64)
  /// There is no such kind of fault.
  case noKind(String)

  /// The problem in words.
  public var description: String {
    switch self {
    case .noFault(let text): "'\(text)' is not a fault"
    case .twice(let number):
      "two faults at message \(number): at most one is made at each"
    case .noKind(let name): "'\(name)' is not a kind of fault"
    }
  }
}

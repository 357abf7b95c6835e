/// Why threads cannot be sampled.
public enum SamplerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no room for another thread, or no memory for its ring.
  case noRoom(Int32)
  /// The system has no timer to give; the number is its `errno`.
  case noTimer(Int32)

  /// In words.
  public var description: String {
    switch self {
    case .noRoom(let code): "no further thread can be sampled (error \(code))"
    case .noTimer(let code):
      "the system gives no timer to sample with (error \(code)): see ulimit -i"
    }
  }
}

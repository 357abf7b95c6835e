/// An error that a function threw while it was measured.
public struct BenchmarkError: Error, Equatable, CustomStringConvertible {
  /// The benchmark.
  public let name: String
  /// The error, as it says itself.
  public let text: String

  /// Says what was thrown.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// One sentence.
  public var description: String { "the benchmark '\(name)' threw \(text)" }
}

/// One of several equal runs, each in a process of its own.
public struct Repetition {
  /// Its measurements.
  public let result: LoadResult
  /// The digest over all its outcomes, as it is printed.
  public let digest: String

  /// Takes over a result.
  public init(_ result: LoadResult, digest: String) {
    self.result = result
    self.digest = digest
  }
}

/// A function to be measured, under a name.
///
///     Benchmark("decode") { decode(bytes) }
///
/// The value of the closure goes to ``blackHole(_:)``, so that it is computed. Each iteration is a call of the closure
/// that the compiler cannot look through: nothing moves out of the loop, and the call itself is in the figures.
public struct Benchmark: Sendable {
  /// The name in reports.
  public let name: String
  /// One iteration.
  @usableFromInline let iteration: @Sendable () throws -> Void

  /// Names a function.
  ///
  /// - Parameters:
  ///   - name: the name in reports.
  ///   - body: one iteration; what it throws ends the benchmark.
  @inlinable public init<Result: ~Copyable>(
    _ name: String,
    _ body: @escaping @Sendable () throws -> Result
  ) {
    self.name = name
    iteration = { blackHole(try body()) }
  }

  /// Calls the function again and again.
  ///
  /// - Parameter count: how often.
  /// - Throws: what the function threw.
  @inline(never) public func run(iterations count: Int) throws(BenchmarkError) {
    let iteration = iteration
    do {
      for _ in 0..<count { try iteration() }
    } catch { throw BenchmarkError(name: name, text: "\(error)") }
  }
}

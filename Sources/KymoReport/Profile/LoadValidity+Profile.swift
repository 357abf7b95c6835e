package import KymoBench

extension LoadValidity {
  /// Words the advice for a profile whose figures must not be compared.
  ///
  /// - Parameters:
  ///   - tool: what the tool is called, as it is typed.
  ///   - attempts: how many may do; nil if nobody knows how many there could be.
  /// - Returns: clauses that go into one line; nil if the figures may be compared, or if nobody knows.
  package func profileAdvice(tool: String, attempts: Int? = nil) -> String? {
    guard isOfMachine else { return nil }
    let more = attempts.map { " and add --attempts \($0)" } ?? ""
    return "wait for an idle machine\(more); "
      + "or use '\(tool) profile --with valgrind', which needs none"
  }
}

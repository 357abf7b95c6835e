package import KymoBench

extension LoadValidity {
  /// What to do about a profile whose figures must not be compared.
  ///
  /// - Parameter tool: what the tool is called, as it is typed.
  /// - Returns: clauses that go into one line; nil if the figures may be compared, or if nobody knows.
  package func profileAdvice(tool: String) -> String? {
    isOfMachine
      ? "wait for an idle machine; or use '\(tool) profile --with valgrind', which needs none" : nil
  }
}

package import KymoBench
import KymoText

/// The functions that a tool measures.
package struct BenchmarkList: Sendable {
  /// The longest name, in characters.
  static let longestName = 80

  /// The functions in the order in which they were given.
  package let all: [Benchmark]

  /// Lists the functions of a tool, which must have no ``problem`` before any command runs.
  package init(_ all: [Benchmark]) { self.all = all }

  /// Why no tool can have these; nil if it can.
  package var problem: String? {
    if all.isEmpty { return "a tool has a benchmark, and Kymo was given none" }
    for (index, name) in names.enumerated() {
      if name.isEmpty { return "a benchmark has a name, and one that Kymo was given has none" }
      if name == "all" { return "no benchmark is called 'all': that is all of them" }
      if name.count > Self.longestName {
        return
          "the name of a benchmark has \(Self.longestName) characters at most, and '\(name.prefix(20))...' "
          + "has \(name.count)"
      }
      if name != name.printable {
        return "the name of a benchmark is printable, and '\(name)' is not"
      }
      if names[..<index].contains(name) {
        return "no two benchmarks share a name, and Kymo was given \(name) twice"
      }
    }
    return nil
  }

  /// The names that `--only` takes.
  package var names: [String] { all.map(\.name) }
}

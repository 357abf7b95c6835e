import KymoBench
import KymoCommandLine
import KymoText

/// The options that both commands of a tool of functions have.
enum FunctionOption {
  /// `--only NAME`.
  static let only = OptionSpecification(
    "only",
    "NAME",
    isRepeatable: true,
    help: "Only this benchmark; may be given again."
  )
  /// `--iterations N`.
  static let iterations = OptionSpecification(
    "iterations",
    "N",
    kind: .integer(1...1_000_000_000_000),
    help: "Call each so often, and time and print nothing: for profilers and counters."
  )
  /// `--limit [NAME:]FIGURE=VALUE`.
  static let limit = OptionSpecification(
    LimitOptions.limit.name,
    "FIGURE=VALUE",
    isRepeatable: true,
    help: "A limit: decode:service.p50=20ns of 'time'; allocations=0 of 'count'."
  )

  /// The benchmarks that a command line means, in their order.
  ///
  /// - Throws: a usage error that lists the names that there are.
  static func chosen(_ arguments: ParsedArguments) throws(CommandFailure) -> [Benchmark] {
    let list = arguments.tool.benchmarks ?? BenchmarkList([])
    let wanted = arguments.texts(only.name)
    for name in wanted where !list.names.contains(name) {
      throw .usage(
        UsageError(
          "--only \(name.printable): there is no such benchmark, but \(list.names.joined(separator: ", "))",
          suggestion: Suggestion.closest(to: name, among: list.names)
        ).text
      )
    }
    return wanted.isEmpty ? list.all : list.all.filter { wanted.contains($0.name) }
  }

  /// The limits of a command line.
  ///
  /// - Throws: a usage error that says what is wrong with one.
  static func limits(_ arguments: ParsedArguments) throws(CommandFailure) -> BenchLimits? {
    try BenchLimits(
      LimitOptions(arguments, isSweep: false),
      app: arguments.tool.name,
      commands: arguments.tool.benchmarks?.names ?? []
    )
  }
}

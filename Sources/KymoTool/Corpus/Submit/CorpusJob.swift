import KymoText

/// A corpus as an engine sees it: so many processes, each with an index.
struct CorpusJob: Equatable {
  /// How many tasks there are.
  var taskCount: Int
  /// How many of them an index stands for.
  var slice: Int
  /// Whether each task has to have its machine alone.
  var isAlone: Bool
  /// The manifest, as it is named where the tasks run.
  var manifest: String
  /// The folder of the results, as it is named there.
  var results: String
  /// How the tool is called there.
  var tool: String
  /// How many tasks run at once at most; nil to leave that to the engine.
  var parallel: Int?
  /// A command of the shell that makes the tool available; nil if it is.
  var setup: String?
  /// The image of a container; nil if none is asked for.
  var image: String?
  /// The volume on which the corpus and the results are.
  var claim: String?
  /// Options of `merge`.
  var mergeOptions: [String] = []

  /// How many indices there are.
  var indexCount: Int { (taskCount + slice - 1) / slice }

  /// The command line of a process that gets its index from the engine.
  var run: String {
    let words = [tool, "corpus", "run", manifest, "-o", results]
    return (words + (slice > 1 ? ["--slice", "\(slice)"] : [])).map(\.shellQuoted)
      .joined(separator: " ")
  }

  /// The command line that puts the results together.
  var merge: String {
    ([tool, "corpus", "merge", manifest, results] + mergeOptions).map(\.shellQuoted)
      .joined(separator: " ")
  }

  /// The tasks of an index, as `--task` takes them.
  func tasks(_ index: Int) -> String {
    let first = index * slice
    let last = min(taskCount, first + slice) - 1
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}

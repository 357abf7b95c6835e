import KymoText

/// A corpus as an engine sees it: so many processes, each with an index.
package struct CorpusJob: Equatable {
  /// How many tasks there are.
  package var taskCount: Int
  /// How many of them an index stands for.
  package var slice: Int
  /// Whether each task has to have its machine alone.
  package var isAlone: Bool
  /// The manifest, as it is named where the tasks run.
  package var manifest: String
  /// The folder of the results, as it is named there.
  package var results: String
  /// How the tool is called there.
  package var tool: String
  /// How many tasks run at once at most; nil to leave that to the engine.
  package var parallel: Int?
  /// A command of the shell that makes the tool available; nil if it is.
  package var setup: String?
  /// The image of a container; nil if none is asked for.
  package var image: String?
  /// The volume on which the corpus and the results are.
  package var claim: String?
  /// Options of `merge`.
  package var mergeOptions: [String] = []

  /// Describes a corpus.
  ///
  /// - Precondition: `slice` is above 0.
  package init(
    taskCount: Int,
    slice: Int,
    isAlone: Bool,
    manifest: String,
    results: String,
    tool: String
  ) {
    precondition(slice > 0, "an index stands for a task at least")
    self.taskCount = taskCount
    self.slice = slice
    self.isAlone = isAlone
    self.manifest = manifest
    self.results = results
    self.tool = tool
  }

  /// How many indices there are.
  package var indexCount: Int { (taskCount + slice - 1) / slice }

  /// The command line of a process that gets its index from the engine.
  package var run: String {
    let words = [tool, "corpus", "run", manifest, "-o", results]
    return (words + (slice > 1 ? ["--slice", "\(slice)"] : [])).map(\.shellQuoted)
      .joined(separator: " ")
  }

  /// The command line that puts the results together.
  package var merge: String {
    ([tool, "corpus", "merge", manifest, results] + mergeOptions).map(\.shellQuoted)
      .joined(separator: " ")
  }

  /// The tasks of an index, as `--task` takes them.
  package func tasks(_ index: Int) -> String {
    let first = index * slice
    let last = min(taskCount, first + slice) - 1
    return first == last ? "\(first)" : "\(first)-\(last)"
  }
}

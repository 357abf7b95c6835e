import KymoText

/// Which tasks a process runs: by `--task`, or by the index that an engine has put into the environment.
package enum CorpusTaskRange {
  /// The variables that engines give an index in, and the first of their indices.
  package static let variables = [
    ("SLURM_ARRAY_TASK_ID", 0), ("JOB_COMPLETION_INDEX", 0), ("PARALLEL_SEQ", 1),
    ("CI_NODE_INDEX", 1),
  ]

  /// Finds the tasks.
  ///
  /// - Parameters:
  ///   - text: what `--task` says, `7`, `7-9` or `0,7-9`; nil to ask the environment.
  ///   - slice: for how many tasks an index of the environment stands.
  ///   - count: how many tasks there are.
  ///   - environment: the value of a variable.
  /// - Returns: their indices.
  /// - Throws: a usage error that names what is missing, contradicts itself, or is not there.
  package static func tasks(
    _ text: String?,
    slice: Int,
    of count: Int,
    _ environment: (String) -> String?
  ) throws(TrialError) -> [Int] {
    guard let text else {
      let (index, variable) = try index(environment)
      let (first, hasOverflowed) = index.multipliedReportingOverflow(by: slice)
      guard !hasOverflowed, first < count else {
        throw .request(
          "\(variable) stands for task \(index)\(slice > 1 ? " × \(slice)" : ""); "
            + "there are tasks 0 to \(count - 1)"
        )
      }
      return Array(first..<min(count, first + slice))
    }
    var tasks: [Int] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = parts[0], let last = parts.count == 2 ? parts[1] : first,
        parts.count <= 2, first >= 0, first <= last
      else { throw .request("--task takes indices, as 7, 7-9 or 0,7-9; not '\(text.printable)'") }
      guard last < count else {
        throw .request("--task \(text): there are tasks 0 to \(count - 1)")
      }
      tasks += first...last
    }
    guard Set(tasks).count == tasks.count else {
      throw .request("--task \(text) names a task twice")
    }
    return tasks
  }

  /// The index that the environment has, from 0, and the variable.
  private static func index(
    _ environment: (String) -> String?
  ) throws(TrialError) -> (Int, String) {
    var found: [(index: Int, variable: String, text: String)] = []
    for (name, start) in variables {
      guard let text = environment(name), !text.isEmpty else { continue }
      guard let number = Int(text), number >= start else {
        throw .request(
          "\(name)='\(text.printable)' is not an index; give --task I"
        )
      }
      found.append((number - start, name, text))
    }
    guard let first = found.first else {
      throw .request(
        "no task is given: use --task I, or an engine that sets "
          + variables.map(\.0).dropLast().joined(separator: ", ") + " or CI_NODE_INDEX"
      )
    }
    guard let other = found.first(where: { $0.index != first.index }) else {
      return (first.index, first.variable)
    }
    throw .request(
      """
      \(first.variable)=\(first.text) is task \(first.index), \(other.variable)=\(other.text) is \
      task \(other.index); choose one with --task I
      """
    )
  }
}

/// An objection to a task, or to a recording in two builds.
struct CorpusObjection {
  /// The kinds, those that decide first.
  enum Kind: String, CaseIterable {
    case diverged, differs, regressed, broken, failed, invalid, missing, partial
  }

  /// Of which kind it is.
  let kind: Kind
  /// The objection in words.
  let text: String
}

extension CorpusSummary {
  /// The objections to tasks, by their names: the first of each task.
  var objectionsByTask: [String: CorpusObjection] {
    var objections: [String: CorpusObjection] = [:]
    func object(_ kind: CorpusObjection.Kind, _ remarks: [Remark]) {
      for remark in remarks where objections[remark.name] == nil {
        objections[remark.name] = CorpusObjection(
          kind: kind,
          text: remark.text.isEmpty ? kind.rawValue : remark.text
        )
      }
    }
    object(.diverged, diverged)
    object(.broken, broken)
    object(.missing, missing.map { .init(name: $0, text: "there is no result") })
    object(.failed, failed)
    object(.invalid, invalid)
    object(.partial, partial)
    return objections
  }

  /// The indices of the tasks to run again, as engines take them: `3,7-9`; nil if there are none.
  package var tasksToRunAgain: String? {
    let names = Set(missing + failed.map(\.name) + invalid.map(\.name))
    let again = manifest.tasks.filter { names.contains($0.name) }.map(\.index)
    return again.isEmpty ? nil : Self.ranges(again)
  }

  /// Indices as engines take them: `3,7-9`.
  static func ranges(_ indices: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for index in indices {
      if let last = ranges.last, last.upperBound + 1 == index {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }.joined(separator: ",")
  }
}

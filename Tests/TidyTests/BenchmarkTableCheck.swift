import Foundation

/// The guide shows the table that was kept of the benchmarks, and that one says what was measured.
enum BenchmarkTableCheck {
  /// What is kept of a run, as far as it is looked at.
  private struct Kept: Decodable {
    struct Measured: Decodable {
      var measure: String
      var unit: String
      var values: [Double]
      var profile: Profile?
    }
    struct Profile: Decodable {
      var file: String
    }
    struct Machine: Decodable {
      var commit: String
    }
    var machine: Machine
    var measured: [Measured]
    var table: [String]
  }

  /// The violations of the page, given the file that was kept, and the flame graphs beside it.
  static func violations(
    page: SourceFile,
    kept file: SourceFile,
    graphs: [String]
  ) -> [Violation] {
    let kept: Kept
    do { kept = try JSONDecoder().decode(Kept.self, from: Data(file.text.utf8)) } catch {
      return [Violation(file.path, 0, "it is no table of benchmarks: make benchmarks KEEP=1")]
    }
    var violations: [Violation] = []
    let shown = lines(of: page.text)
    if shown != kept.table {
      violations.append(
        Violation(page.path, 0, "its table is not that of \(file.path): make benchmarks KEEP=1")
      )
    }
    if !page.text.contains("commit \(kept.machine.commit)") {
      violations.append(Violation(page.path, 0, "it does not say of which commit the table is"))
    }
    let rows = kept.table.dropFirst(2)
    guard rows.count == kept.measured.count else {
      return violations + [Violation(file.path, 0, "it has not one row for each measurement")]
    }
    for (row, measured) in zip(rows, kept.measured) {
      let median = String(
        format: "%.2f",
        measured.values.sorted()[max(0, measured.values.count / 2)]
      )
      if !row.contains("| \(median) \(measured.unit) (") || !row.contains(measured.measure) {
        violations.append(Violation(file.path, 0, "\(row) is not \(median) \(measured.unit)"))
      }
    }
    let profiles = kept.measured.compactMap(\.profile?.file)
    if Set(profiles) != Set(graphs) {
      violations.append(Violation(file.path, 0, "its flame graphs are not those of its folder"))
    }
    for profile in profiles where !page.text.contains("/\(profile))") {
      violations.append(Violation(page.path, 0, "it does not lead to \(profile)"))
    }
    return violations
  }

  /// The lines of the table between the marks of a page.
  private static func lines(of text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let begin = lines.firstIndex(where: { $0.hasPrefix("<!-- benchmarks: make") }),
      let end = lines.firstIndex(of: "<!-- benchmarks: end -->"), begin < end
    else { return [] }
    return lines[begin..<end].filter { $0.hasPrefix("|") }
  }
}

/// A command's figures under a name that is unique, not empty and free of control characters.
struct ExportRow {
  /// What stands for the run as a whole where there are names of commands.
  static let runName = "(run)"

  let name: String
  let report: CommandReport

  /// The rows of a result, in its order.
  static func all(_ result: LoadResult) -> [ExportRow] {
    var used: Set<String> = [runName]
    return result.commands.map { report in
      let plain = printable(report.name)
      var name = plain
      var number = 2
      while !used.insert(name).inserted {
        name = "\(plain) (\(number))"
        number += 1
      }
      return ExportRow(name: name, report: report)
    }
  }

  private static func printable(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      text.unicodeScalars.append(isControl ? "?" : scalar)
    }
    return text.isEmpty ? "(unnamed)" : text
  }
}

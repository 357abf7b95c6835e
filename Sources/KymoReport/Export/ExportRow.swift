import KymoBench

/// A command's figures under a name that is unique, not empty and free of control characters.
struct ExportRow {
  /// The name that stands for the run as a whole where there are names of commands.
  static let runName = "(run)"

  let name: String
  let report: CommandReport
  /// The same command in each repetition; none if it is a single run.
  var repetitions: [CommandReport?] = []

  /// The percentiles of each kind of time; their ranges are those of the repetitions, if there are any.
  var percentiles: [(kind: String, percentiles: [NamedPercentile])] {
    let spreads = repetitions.map { $0?.percentiles }
    return report.percentiles.enumerated().map { index, part in
      (
        part.kind,
        part.percentiles.map { percentile in
          let values = spreads.map { kinds in
            kinds?[index].percentiles.first { $0.name == percentile.name }?.value
          }
          return percentile.ranging(over: RepetitionSpread(values))
        }
      )
    }
  }

  /// How far a percentile differs between repetitions, in words; empty for a single run.
  func rangeText(_ percentile: NamedPercentile) -> String {
    guard !repetitions.isEmpty else { return "" }
    return ", \(percentile.range.lowerBound) to \(percentile.range.upperBound) ns"
  }

  /// The rows of a result, in its order.
  static func all(_ result: LoadResult) -> [ExportRow] {
    zip(uniqueNames(result.commands.map(\.name)), result.commands).map { name, report in
      let repetitions = result.repetitions?.reports(of: report.name) ?? []
      return ExportRow(name: name, report: report, repetitions: repetitions)
    }
  }

  /// Names that are not empty, free of control characters, and each another one.
  static func uniqueNames(_ names: [String]) -> [String] {
    var used: Set<String> = [runName]
    return names.map { given in
      let plain = printable(given)
      var name = plain
      var number = 2
      while !used.insert(name).inserted {
        name = "\(plain) (\(number))"
        number += 1
      }
      return name
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

import KymoBench
import KymoCommandLine
import KymoText

/// The lines that the report of one run and that of repetitions have in common.
extension LoadResult {
  /// The rates, of events or of what else `unit` names in the plural.
  func offeredLine(_ quantity: QuantityText, of unit: String = "events") -> String {
    // A rate of nothing is none.
    let rates = [offered.rate, measured.rate].map {
      $0 > 0 ? quantity.rate($0, of: unit) : "-"
    }
    return "offered   \(rates[0]), achieved \(rates[1])"
  }

  /// How late events were offered; of a run that measured none it is nothing but what makes it invalid.
  ///
  /// The 99th percentile of fewer events than it takes is shown if the run is invalid for it.
  func slipText(_ quantity: QuantityText) -> String {
    let slip = overall.count > 0 && offered.slip.count > 0 ? offered.slip : nil
    let judged = reasons.lazy.compactMap { reason -> Int64? in
      if case .generatorLate(let p99, _) = reason { p99 } else { nil }
    }
    let figures = [("p50", slip?.p50), ("p99", judged.first ?? slip?.p99), ("max", slip?.max)]
    return figures.map { name, value in
      name + " " + (value.map { quantity.duration(nanoseconds: $0) } ?? "-")
    }.joined(separator: "  ")
  }

  /// How many events missed the deadline; nil if there was none.
  func deadlineLine(_ quantity: QuantityText) -> String? {
    guard let deadline = measured.deadlineNanoseconds else { return nil }
    let missed = Int(overall.missedDeadlines ?? 0)
    let share = 100 * Double(missed) / Double(max(1, overall.count))
    return "deadline  \(quantity.duration(nanoseconds: deadline)), missed by \(missed) events, "
      + "\(NumberText.significant(share)) %"
  }

  /// The response times of each command.
  var responseTable: TextTable {
    var table = TextTable(
      [.left("command"), .right("count")]
        + ["p50", "p90", "p99", "p99.9", "p99.99", "max"].map { .right($0) }
        + [.right("service p99")]
        + (measured.deadlineNanoseconds == nil ? [] : [.right("missed")])
    )
    for command in commands where command.count > 0 {
      let response = command.response
      let percentiles = [
        response.p50, response.p90, response.p99, response.p999, response.p9999,
        response.count > 0 ? response.max : nil,
      ]
      var cells: [TextCell] = [.text(command.name), .integer(Int(command.count))]
      cells += percentiles.map { $0.map { .nanoseconds($0) } ?? .missing }
      cells.append(command.service.p99.map { .nanoseconds($0) } ?? .missing)
      if let missed = command.missedDeadlines { cells.append(.integer(Int(missed))) }
      table.addRow(cells)
    }
    return table
  }

  /// Whether the warm-up ended because nothing changed any more; nil if its length was fixed.
  func warmUpText(_ quantity: QuantityText) -> String? {
    let medians = measured.warmUp.medians.map { quantity.duration(nanoseconds: $0) }
      .joined(separator: ", ")
    return switch measured.warmUp {
    case .fixed: nil
    case .unstable where offered.isInterrupted:
      "not known to be over when the run was stopped"
    case .stable: "ended when it was stable: medians of its last windows \(medians)"
    case .unstable: "NOT stable at half of the run: medians of its last windows \(medians)"
    }
  }
}

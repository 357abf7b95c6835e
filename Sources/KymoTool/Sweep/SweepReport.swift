import Glibc
import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The final report of `kymo sweep` to people, within its ``BenchFrame``.
struct SweepReport {
  let sweep: LoadSweep
  /// A former sweep of the same; nil if there is none.
  var baseline: SweepBaseline?

  /// Returns the findings, which stand first.
  func findings(_ quantity: QuantityText) -> [(label: String, text: String)] {
    [("knee", knee(quantity))]
      + [baseline].compactMap(\.self).map { baseline in
        let text = sweep.comparison(with: baseline) { quantity.rate($0, of: "events") }
        return ("before", text.printable)
      }
  }

  /// The curve as a table and as a plot, and what speaks against its points.
  func print(to console: inout Console) {
    let quantity = console.quantity
    let command = sweep.objectives[0].command
    var table = TextTable(
      [.right("offered/s"), .right("achieved/s")]
        + ["p50", "p99", "p99.9", "max"].map { .right($0) } + [.left("objective")]
    )
    for step in sweep.curve {
      let response = step.response(of: command)
      let times = [
        response?.p50, response?.p99, response?.p999,
        response.flatMap { ObjectivePercentile.max.value(in: $0) },
      ]
      table.addRow(
        [.number(step.offeredRate, decimals: 0), .number(step.achievedRate, decimals: 0)]
          + times.map { $0.map { .nanoseconds($0) } ?? .missing } + [.text(step.verdict)]
      )
    }
    console.printHeading("response time of \(command ?? "all") by offered rate")
    console.print(table)
    for step in sweep.curve where !step.isKept {
      let why = text(quantity).shortcomings(of: step)
      console.print("at \(quantity.rate(step.rate, of: "events")): \(why)")
    }
    console.print("")
    console.print(plot(command, quantity))
  }

  /// The p99 over the rate; both axes are logarithmic, as rates grow by factors and so do queues.
  private func plot(_ command: String?, _ quantity: QuantityText) -> TerminalPlot {
    var plot = TerminalPlot(
      "p99 of \(command ?? "all"), logarithmic",
      x: PlotAxis("offered, logarithmic") { exponent in
        quantity.rate(pow(10, exponent), of: "events")
      },
      y: PlotAxis("") { exponent in
        quantity.duration(nanoseconds: Int64(pow(10, exponent).rounded()))
      }
    )
    for step in sweep.curve {
      guard let p99 = step.response(of: command)?.p99, p99 > 0, step.offeredRate > 0 else {
        continue
      }
      plot.add(x: log10(step.offeredRate), y: log10(Double(p99)))
    }
    return plot
  }

  private func text(_ quantity: QuantityText) -> SweepText {
    SweepText { quantity.duration(nanoseconds: $0) }
  }

  private func knee(_ quantity: QuantityText) -> String {
    func rate(_ value: Double) -> String { quantity.rate(value, of: "events") }
    func unkept(_ value: Double) -> String {
      "\(rate(value)) "
        + (sweep.isUnoffered(value) ? "could not be offered undisturbed" : "is not kept")
    }
    let kept = "that keeps " + text(quantity).objectives(sweep.objectives)
    switch sweep.knee {
    case .between(let highest, let failed):
      guard !sweep.isUnoffered(failed) else {
        return
          "at least \(rate(highest)), \(kept); \(rate(failed)) could not be offered undisturbed, "
          + "so it is not known"
      }
      return "\(rate(highest)) is the highest rate \(kept); \(rate(failed)) is not kept"
    case .atLeast(let highest):
      return "at least \(rate(highest)): the highest rate that could be tried is one \(kept)"
    case .never where !sweep.hasValidRun:
      return "not known: no run was valid, so none says anything about the objective"
    case .never(let lowest):
      return "none: there is no rate from \(rate(lowest)) up \(kept)"
    case .unknown(let highest, let failed):
      let known = [highest.map { "\(rate($0)) is kept" }, failed.map(unkept)]
        .compactMap(\.self)
      return "not found, the sweep was interrupted"
        + (known.isEmpty ? "" : ": ") + known.joined(separator: ", ")
    }
  }
}

import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The report that `kymo bench` still gives of a load for which the machine had no time.
struct BusyMachineReport {
  /// The measurements that were made besides.
  let machine: BusyMachine
  /// How the counts are asked for, as it is typed.
  let countCommand: String

  /// Words the advice for the first line of a report.
  ///
  /// - Parameters:
  ///   - advice: what to do.
  ///   - attempts: how many attempts were allowed; nil if there can be but one.
  ///   - tool: what the tool is called.
  /// - Returns: clauses that go into one line.
  static func text(_ advice: BusyMachineAdvice, attempts: Int?, tool: String) -> String {
    let more = attempts.map { "add --attempts \(moreAttempts(than: $0))" }
    let count = "; or use '\(tool) count'"
    let and = more.map { " and \($0)" } ?? ""
    return switch advice {
    case .tryAgain: (more ?? "try again") + "; or wait" + count
    case .lower(let rate): "use --rate \(NumberText.shortest(rate)); or wait\(and)" + count
    case .wait: "wait for an idle machine\(and)" + count
    }
  }

  /// How many attempts may do where so many did not.
  static func moreAttempts(than attempts: Int) -> Int { min(100, max(5, 2 * attempts)) }

  /// Prints what was measured.
  func print(to console: inout Console) {
    let quantity = console.quantity
    console.printHeading(
      "what can be said: service time of the fastest of \(machine.roundCount) rounds, back to back"
    )
    var table = TextTable(
      [.left("command"), .right("events each"), .right("fastest p50"), .right("middle p50")]
        + [.right("slowest p50")]
    )
    for service in machine.services {
      let times = [service.fastest, service.middle, service.slowest]
      table.addRow(
        [.text(service.name), .integer(Int(service.count))]
          + times.map { $0.map { .nanoseconds($0) } ?? .missing }
      )
    }
    console.print(table)
    console.print("")
    let trial = quantity.duration(nanoseconds: BusyMachine.trialNanoseconds)
    console.print("now       \(rates), in trials of \(trial)")
    console.print("counts    the same on a busy machine: \(countCommand)")
    console.print("")
  }

  /// Up to which rate trials were valid.
  private var rates: String {
    func text(_ rate: Double) -> String { "\(NumberText.shortest(rate)) events/s" }
    return switch machine.bounds {
    case (let kept?, let failed?): "\(text(kept)) could be offered, \(text(failed)) could not"
    case (let kept?, nil): "\(text(kept)) could be offered"
    case (nil, let failed?): "not even \(text(failed)) could be offered"
    case (nil, nil): "no rate was tried"
    }
  }
}

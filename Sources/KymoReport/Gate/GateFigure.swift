import KymoBench
import KymoText

/// A figure that a gate judged, in words.
struct GateFigure: Equatable {
  /// The way of measuring: `cost`, `load`, `counts`.
  let group: String
  /// The command and the quantity, or what was counted.
  let name: String
  /// BASE, with its unit.
  let base: String
  /// HEAD, with its unit.
  let head: String
  /// HEAD against BASE: `+3.0 %`.
  let change: String
  /// Between which bounds the change lies.
  let bounds: String
  /// The verdict; nil if it could not be counted.
  let verdict: GateVerdict?
  /// The remark on the verdict; empty if there is none.
  let remark: String
  /// Which functions execute more, as the end of a sentence; empty if none do.
  let changed: String
  /// The median of HEAD in s; 0 for what was counted, and without pairs.
  let seconds: Double

  /// Words a figure that was measured.
  init(_ metric: PhaseJudgement.Metric, phase: String) {
    let judgement = metric.judgement
    group = phase
    name = "\(metric.metric.command) \(metric.metric.quantity.rawValue)"
    base = Self.time(metric.base)
    head = Self.time(metric.head)
    change = judgement.first.map { PhaseJudgement.percent($0.ratio) } ?? QuantityLabel.missing
    bounds =
      judgement.first.map {
        "\(PhaseJudgement.percent($0.low)) to \(PhaseJudgement.percent($0.high))"
      } ?? QuantityLabel.missing
    verdict = judgement.verdict
    changed = ""
    seconds = (metric.head ?? 0) / 1e9
    remark =
      switch judgement.finding {
      case .slower, .faster:
        judgement.confirmation.map {
          "\(PhaseJudgement.percent($0.ratio)) in an independent batch"
        } ?? ""
      case .unchanged: ""
      case .notRepeated: "not repeated in a second batch"
      case .unconfirmed: "not confirmed"
      case .noisy: "too noisy"
      case .tooFewPairs(let had, let needed): "\(had) of \(needed) pairs"
      }
  }

  /// Words a figure that was counted.
  init(_ count: CountComparison) {
    group = "counts"
    name = count.name
    verdict = count.verdict
    changed = count.verdict == .regressed ? count.changed : ""
    seconds = 0
    if let base = count.base, let head = count.head, count.events > 0 {
      func perEvent(_ value: Int64) -> String {
        NumberText.fixed(count.perEvent(value), decimals: 3) + " per \(count.each)"
      }
      self.base = perEvent(base)
      self.head = perEvent(head)
      change =
        count.changeText?.change
        ?? (head > 0 ? "some instead of none" : PhaseJudgement.percent(1))
      remark = "\(count.allowedText) is allowed"
    } else {
      (base, head, change) = (QuantityLabel.missing, QuantityLabel.missing, QuantityLabel.missing)
      remark = count.unavailable ?? ""
    }
    bounds = QuantityLabel.missing
  }

  /// The verdict and what belongs to it.
  var verdictText: String { shortVerdict + changed }

  /// The same without the functions.
  var shortVerdict: String {
    (verdict?.rawValue ?? "not counted") + (remark.isEmpty ? "" : ", \(remark)")
  }

  /// Both sides and the change, in a sentence.
  var text: String {
    "\(name): \(base) in BASE, \(head) in HEAD, \(change)"
      + (bounds == QuantityLabel.missing ? "" : " (\(bounds))")
  }

  private static func time(_ nanoseconds: Double?) -> String {
    guard let nanoseconds else { return QuantityLabel.missing }
    return nanoseconds < 1000
      ? NumberText.fixed(nanoseconds, decimals: 1) + " ns"
      : QuantityLabel.time(Int64(nanoseconds.rounded()))
  }
}

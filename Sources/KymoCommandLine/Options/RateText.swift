/// Rates as people type them.
package enum RateText {
  /// A number that may end in k or M: `1500`, `1.5k`, `1e6`, `2M`; nil if it is none.
  package static func perSecond(_ text: String) -> Double? {
    switch text.last {
    case "k": Double(text.dropLast()).map { $0 * 1e3 }
    case "M": Double(text.dropLast()).map { $0 * 1e6 }
    default: Double(text)
    }
  }
}

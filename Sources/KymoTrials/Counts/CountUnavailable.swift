/// Why a figure cannot be counted: half a sentence.
package struct CountUnavailable: Error, Equatable {
  /// For the report, after "unavailable: ".
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

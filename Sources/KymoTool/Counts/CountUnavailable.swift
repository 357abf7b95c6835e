/// Why a figure cannot be counted: half a sentence.
struct CountUnavailable: Error, Equatable {
  /// For the report, after "unavailable: ".
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

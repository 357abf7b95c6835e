/// A call of a page, as its dialect has read it.
struct DialectCall: Equatable {
  /// How often a call is to be answered.
  enum Expectation: String {
    /// Never.
    case none
    /// Once.
    case once
    /// Until an answer is the last.
    case many
  }

  /// The command: "Service.action" where there are services.
  var command: String
  /// The parameters as JSON, an array or one value; nil if there are none.
  var parameters: String?
  /// The page's name for whoever waits, without a space.
  var token: String
  /// How many answers it waits for.
  var expects: Expectation
}

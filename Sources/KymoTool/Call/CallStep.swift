import KymoCore

/// One event of a call's way, and what came of it.
struct CallStep {
  var event: Event
  var outcome: Outcome
  /// The name of the command, or nil if the app has none such.
  var command: String?
  var turns: [Watch.Turn]
  /// The text of the reply, if there is one.
  var reply: String?
}

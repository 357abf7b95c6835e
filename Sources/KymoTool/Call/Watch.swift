import KymoCore

/// What the handlers of one event did, as they did it.
final class Watch {
  /// One handler's turn.
  struct Turn {
    var stage: Stage
    var handler: String
    /// What it said, or the error that it threw.
    var answer: String
    /// What it left for later handlers.
    var results: [String]
  }

  /// The turns since the last ``take()``.
  private(set) var turns: [Turn] = []

  func add(_ turn: Turn) { turns.append(turn) }

  /// The turns, which are forgotten here.
  func take() -> [Turn] {
    defer { turns.removeAll() }
    return turns
  }
}

import KymoCore
import KymoRecording

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

  /// The app whose handlers are watched.
  let app: any App.Type

  /// Watches the handlers of an app.
  init(_ app: any App.Type) { self.app = app }

  /// Makes every handler of a map tell what it does.
  func prepare(_ map: inout CommandMap) throws(CommandTableError) {
    try map.replaceHandlers { WatchedHandler($2, $1, self) }
  }

  func add(_ turn: Turn) { turns.append(turn) }

  /// The turns, which are forgotten here.
  func take() -> [Turn] {
    defer { turns.removeAll() }
    return turns
  }
}

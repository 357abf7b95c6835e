package import KymoCore

/// The observations of one event on its way through decoder and handlers, as it happens.
package final class CallWatch {
  /// Whether anything is observed.
  package var isOn: Bool
  /// The decoded parameters of the request.
  package var parameters: [CallValue] = []
  /// The turns of the handlers so far.
  package var turns: [CallTurn] = []
  /// Called before the first handler of an event that is observed, if there is one.
  package var beforeFirst: (() -> Void)?

  /// Watches at once, or when it is switched on.
  package init(isOn: Bool = true) { self.isOn = isOn }

  /// The map, with a watch over its decoder and its handlers.
  ///
  /// - Throws: what is wrong with the map.
  package func watched(_ map: CommandMap) throws(CommandTableError) -> CommandMap {
    var map = map
    map.decoder = map.decoder.map { WatchedDecoder($0, self) }
    try map.replaceHandlers { WatchedHandler($1, $0, self) }
    return map
  }

  /// Forgets what was seen.
  package func reset() {
    parameters.removeAll()
    turns.removeAll()
  }
}

import KymoCore

/// The observations of one event on its way through decoder and handlers, as it happens.
final class CallWatch {
  var parameters: [CallValue] = []
  var turns: [CallTurn] = []

  /// The map, with a watch over its decoder and its handlers.
  ///
  /// - Throws: what is wrong with the map.
  func watched(_ map: CommandMap) throws(CommandTableError) -> CommandMap {
    var map = map
    map.decoder = map.decoder.map { WatchedDecoder($0, self) }
    try map.replaceHandlers { WatchedHandler($1, $0, self) }
    return map
  }

  /// Forgets what was seen.
  func reset() {
    parameters.removeAll()
    turns.removeAll()
  }
}

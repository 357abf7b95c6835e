import KymoCore

/// A handler that tells a ``CallWatch`` what the one within it does.
final class WatchedHandler: Handler {
  private let handler: Handler
  private let place: HandlerPlace
  private let watch: CallWatch

  init(_ handler: Handler, _ place: HandlerPlace, _ watch: CallWatch) {
    self.handler = handler
    self.place = place
    self.watch = watch
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard watch.isOn else { return try handler.handle(&exchange) }
    if watch.turns.isEmpty { watch.beforeFirst?() }
    let before = exchange.resultCount
    do throws(HandlerError) {
      let verdict = try handler.handle(&exchange)
      add(verdict, nil, before, exchange)
      return verdict
    } catch {
      add(nil, error, before, exchange)
      throw error
    }
  }

  private func add(
    _ verdict: Verdict?,
    _ error: HandlerError?,
    _ before: Int,
    _ exchange: borrowing Exchange
  ) {
    var results: [CallValue] = []
    for index in before..<max(before, exchange.resultCount) {
      guard let value = exchange.result(index) else { continue }
      // A loop and no map: an exchange cannot be captured.
      if let text = value.textReference {
        results.append(CallValue(value, text: exchange.string(text)))
      } else {
        results.append(CallValue(value))
      }
    }
    watch.turns.append(
      CallTurn(
        stage: place.stage,
        handler: place.name,
        verdict: verdict,
        error: error,
        results: results
      )
    )
  }
}

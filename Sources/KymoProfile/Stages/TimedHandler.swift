import KymoCore

/// A handler that notes when the one within it begins and ends.
final class TimedHandler: Handler {
  private let handler: Handler
  private let stage: ProfileStage
  private let index: Int
  private let watch: StageWatch

  init(_ handler: Handler, _ stage: Stage, _ index: Int, _ watch: StageWatch) {
    self.handler = handler
    self.stage = ProfileStage(stage)
    self.index = index
    self.watch = watch
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let log = watch.log
    log.enter()
    defer { log.leave(stage, index) }
    return try handler.handle(&exchange)
  }
}

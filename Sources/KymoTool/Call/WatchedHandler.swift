import KymoCore
import KymoRecording
import KymoText

/// A handler that tells a ``Watch`` what the one within it does.
final class WatchedHandler: Handler {
  private let handler: Handler
  private let stage: Stage
  private let watch: Watch

  init(_ handler: Handler, _ stage: Stage, _ watch: Watch) {
    self.handler = handler
    self.stage = stage
    self.watch = watch
  }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let before = exchange.resultCount
    do throws(HandlerError) {
      let verdict = try handler.handle(&exchange)
      add("\(verdict)", before, exchange)
      return verdict
    } catch {
      add("error: \(watch.app.name(ofError: error.code))", before, exchange)
      throw error
    }
  }

  private func add(_ answer: String, _ before: Int, _ exchange: borrowing Exchange) {
    var results: [String] = []
    for index in before..<max(before, exchange.resultCount) {
      if let value = exchange.result(index) { results.append(Self.text(value, exchange)) }
    }
    watch.add(
      Watch.Turn(
        stage: stage,
        handler: "\(type(of: handler))",
        answer: answer,
        results: results
      )
    )
  }

  private static func text(_ value: Value, _ exchange: borrowing Exchange) -> String {
    switch value {
    case .none: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): NumberText.shortest(value)
    case .vector(let x, let y, let z):
      "[" + [x, y, z].map { NumberText.shortest($0) }.joined(separator: ", ") + "]"
    case .text(let text): "\"" + exchange.string(text) + "\""
    case .json(let text): exchange.string(text)
    case .controller: "controller"
    }
  }
}

import KymoCore

/// What handlers did, in the order in which they did it.
final class Log {
  var lines: [String] = []

  /// A handler that writes `name` and then does what `body` does.
  func step(
    _ name: String,
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Verdict = {
      (_) throws(HandlerError) in .proceed
    }
  ) -> Handler {
    ClosureHandler { (exchange) throws(HandlerError) in
      self.lines.append(name)
      return try body(&exchange)
    }
  }

  /// Takes the lines out.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

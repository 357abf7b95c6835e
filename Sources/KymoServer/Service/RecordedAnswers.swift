import KymoHTTP

/// The answers to requests that were answered once, to be given again.
///
/// A request is known by its method, its target and its body. One that came several times is answered in the order of
/// its answers, and with the last one from there on.
public struct RecordedAnswers: Sendable {
  /// The key that a request is known by.
  struct Key: Hashable, Sendable {
    var method: String
    var target: [UInt8]
    var body: [UInt8]
  }

  private var answers: [Key: [HTTPAnswer]] = [:]
  private var next: [Key: Int] = [:]
  /// How many answers there are.
  public private(set) var count = 0

  /// None.
  public init() {}

  /// Adds the answer to a request, behind those that there are.
  ///
  /// - Parameters:
  ///   - answer: what it is answered with.
  ///   - method: such as "GET".
  ///   - target: percent escapes and all.
  ///   - body: that of the request.
  public mutating func append(
    _ answer: HTTPAnswer,
    to method: String,
    target: [UInt8],
    body: [UInt8]
  ) {
    answers[Key(method: method, target: target, body: body), default: []].append(answer)
    count += 1
  }

  /// The next answer to a request; nil if it never came.
  mutating func answer(to request: ServerRequest) -> HTTPAnswer? {
    let key = Key(method: request.methodName, target: request.target, body: request.body)
    guard let list = answers[key] else { return nil }
    let place = next[key, default: 0]
    next[key] = min(place + 1, list.count - 1)
    return list[place]
  }
}

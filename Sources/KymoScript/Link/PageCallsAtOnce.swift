import KymoCore

/// The calls of a page that are answered before its script goes on: one at a time, in its turns.
struct PageCallsAtOnce {
  /// Dispatches a call, and returns its number: the command, the time in ns, the tag and the text.
  typealias Dispatch = (CommandID, Int64, UInt32, RawSpan) throws(HandlerError) -> UInt32

  /// The outcome of a call.
  struct Answer {
    /// What became of it.
    var outcome: Outcome
    /// The text of the reply.
    var reply: [UInt8]
  }

  /// When calls of the turn are made, in ns.
  private(set) var time = Int64.min
  private var dispatch: Dispatch?
  /// Whether a call is being dispatched.
  private(set) var isUnderWay = false
  /// Whether the page's script waits for its outcome.
  private(set) var isAwaited = false
  private var answer: Answer?
  /// How many were made where nothing can be answered at once.
  private(set) var missed: UInt64 = 0

  /// Whether the page has its turn, so that its calls can be dispatched.
  var areOpen: Bool { dispatch != nil }

  /// A turn begins.
  mutating func begin(at time: Int64, _ dispatch: @escaping Dispatch) {
    self.time = time
    self.dispatch = dispatch
  }

  /// The turn is over.
  mutating func end() { dispatch = nil }

  /// Counts a call that is made where nothing can be answered at once.
  mutating func miss() { missed += 1 }

  /// Hands over how to dispatch a call, which is under way from now on.
  ///
  /// - Parameter isAwaited: whether the page's script waits for its outcome.
  /// - Returns: what dispatches; nil if the page has no turn.
  mutating func start(isAwaited: Bool) -> Dispatch? {
    guard let dispatch, !isUnderWay else { return nil }
    isUnderWay = true
    self.isAwaited = isAwaited
    answer = nil
    return dispatch
  }

  /// Takes the outcome of the call that is under way.
  mutating func take(_ answer: Answer) { self.answer = answer }

  /// Ends a call.
  ///
  /// - Returns: its outcome; nil if it was not dispatched.
  mutating func finish() -> Answer? {
    (isUnderWay, isAwaited) = (false, false)
    return answer
  }
}

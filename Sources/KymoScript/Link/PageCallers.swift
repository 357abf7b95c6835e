/// The callers of a page whose calls are not done with, and how many of the calls are at the
/// dispatcher.
struct PageCallers {
  /// The facts that are remembered of a call until it is answered.
  struct Caller {
    /// When it was made, in wall ns.
    var begin: Int64
    /// The responder that a named handler of the page waits with; nil if nobody does.
    var respond: WebViewBridge.Responder?
    /// The call as its dialect has read it; nil if it came by no dialect.
    var call: DialectCall?

    init(begin: Int64, respond: WebViewBridge.Responder? = nil, call: DialectCall? = nil) {
      self.begin = begin
      self.respond = respond
      self.call = call
    }
  }

  /// How many calls are raised and not dispatched at most.
  static var maximumDispatching: Int { 256 }

  /// The calls on their way, by the numbers of their messages.
  private var sent: [UInt64: Caller] = [:]
  /// Those that are raised, by the numbers of their events.
  private var raised: [UInt32: Caller] = [:]
  private var dispatching = 0

  /// Whether one more call may be raised.
  var hasRoom: Bool { dispatching < Self.maximumDispatching }

  /// Remembers who makes a call.
  mutating func add(_ number: UInt64, _ caller: Caller) { sent[number] = caller }

  /// A call is raised; one that arrives for the second time has nobody who waits.
  mutating func raise(_ number: UInt64, as sequence: UInt32) {
    dispatching += 1
    raised[sequence] = sent.removeValue(forKey: number)
  }

  /// A call is not raised.
  ///
  /// - Returns: what waits for its answer; nil if nobody does.
  mutating func refuse(_ number: UInt64) -> WebViewBridge.Responder? {
    sent.removeValue(forKey: number)?.respond
  }

  /// A call on its way as its dialect has read it; nil if it came by none.
  func sentCall(_ number: UInt64) -> DialectCall? { sent[number]?.call }

  /// A call is dispatched.
  mutating func dispatched() { dispatching -= 1 }

  /// The caller of a raised call; nil if it is done with, or lost.
  subscript(sequence: UInt32) -> Caller? { raised[sequence] }

  /// Whether somebody waits for the answer to a raised call.
  func awaits(_ sequence: UInt32) -> Bool {
    guard let caller = raised[sequence] else { return false }
    return caller.respond != nil || caller.call != nil
  }

  /// Is done with a raised call.
  ///
  /// - Returns: what waits for its answer; nil if nobody does, or does no more.
  mutating func takeResponder(of sequence: UInt32) -> WebViewBridge.Responder? {
    raised.removeValue(forKey: sequence)?.respond
  }

  /// Is done with a raised call for whose answer nobody waits.
  mutating func forget(_ sequence: UInt32) { raised[sequence] = nil }

  /// Forgets all, since their page is gone; what the dispatcher has is still dispatched.
  mutating func lose() {
    sent = [:]
    raised = [:]
  }
}

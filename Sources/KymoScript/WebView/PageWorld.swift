import KymoBridge

/// A page's scripts with what is around them, from one load to the next: in our engine, or in a browser.
///
/// Every call is one turn, after which promises have gone on.
protocol PageWorld: AnyObject {
  /// The sensors that the page listens to.
  var wishes: SensorWishes { get }

  /// Puts back what an earlier page has stored, before this one is loaded.
  func restore(_ value: String, of key: String, in area: String) throws(ScriptError)

  /// Loads a page or a script, in turns that come first.
  ///
  /// - Parameters:
  ///   - text: its text.
  ///   - url: its address.
  ///   - name: the address of its file, which errors in it name.
  ///   - isScript: whether it is a script alone.
  /// - Throws: a limit that a script ran into.
  func load(_ text: String, at url: String, name: String, isScript: Bool) throws(ScriptError)

  /// When the next turn is due, in ms; infinite if none waits.
  func nextTurn() throws(ScriptError) -> Double

  /// Takes the turn that is due at or before a time, in ms.
  ///
  /// - Returns: whether another is due then.
  func takeTurn(_ milliseconds: Double) throws(ScriptError) -> Bool

  /// Gives the page an acceleration: x, y and z.
  func motion(_ values: Span<Double>) throws(ScriptError)

  /// Gives the page a position, in the order of ``WebView/position(_:at:)``.
  func position(_ values: Span<Double>) throws(ScriptError)

  /// Hands a reply to the page.
  func run(reply script: RawSpan) throws(ScriptError)

  /// How many calls wait in the page's own queue of QuickConnect, behind the one in flight.
  func waitingCalls() throws(ScriptError) -> Double

  /// Lets the next call of that queue go.
  func acknowledge() throws(ScriptError)

  /// Tells the page what became of its request.
  func fetch(_ number: Double, _ event: FetchEvent) throws(ScriptError)

  /// Tells the page why its request came to nothing.
  func fetch(_ number: Double, failed reason: String) throws(ScriptError)
}

/// An observer in front of a page, who sees its output.
public protocol PageObserver: AnyObject {
  /// A line of the console, at a logical time in ns.
  func page(says message: ConsoleMessage, at time: Int64)
  /// A question; nobody answers but ``PageLink``, as its options say.
  func page(asks dialog: WebDialog, at time: Int64)
  /// A script threw, and nobody caught it.
  func page(thrown exception: ScriptException, at time: Int64)
  /// It uses what is not there.
  func page(lacks name: String, at place: String)
  /// It was loaded.
  func pageDidFinish(at time: Int64)
}

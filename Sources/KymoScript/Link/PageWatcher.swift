public import KymoCore

/// Told when a page begins and ends to work, on the dispatching thread: for profiles.
public protocol PageWatcher: AnyObject {
  /// The page is about to work.
  func pageBegins(_ work: PageWork, for command: CommandID?)
  /// The page is done.
  func pageEnds(_ work: PageWork, for command: CommandID?)
}

/// The work of a page.
public enum PageWork: Sendable, Equatable {
  /// An event and its reply, and what the page does about them at once.
  case event
  /// A turn of its own: a timer, or a delayed message.
  case turn
  /// Its calls are raised.
  case calls
}

package import KymoScript

/// The app's page, while it is profiled.
package protocol ProfiledPage: AnyObject {
  /// The page's end of the bridge.
  var link: PageLink { get }

  /// Refuses figures of a page that did not work.
  ///
  /// - Throws: what went wrong in it.
  func checkFigures() throws(TrialError)
}

import KymoCore
import KymoProfile
import KymoScript

/// Tells the watches of a profile when the page works.
final class ProfiledPage: PageWatcher {
  /// What the samples of scripts are called, which the engine takes itself.
  static let scripts = Profile.scriptThread

  private let watch: StageWatch

  /// Says to a watch what the page does.
  init(_ watch: StageWatch) { self.watch = watch }

  func pageBegins(_ work: PageWork, for command: CommandID?) { watch.pageBegins(for: command) }

  func pageEnds(_ work: PageWork, for command: CommandID?) { watch.pageEnds(for: command) }
}

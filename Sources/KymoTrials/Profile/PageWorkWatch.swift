import KymoCore
import KymoProfile
import KymoScript

/// Tells who watches or samples when the page works.
final class PageWorkWatch: PageWatcher {
  private let watch: StageWatch?
  private let labels: SampleLabels?

  /// Says what the page does to whom it concerns.
  init(_ watch: StageWatch?, _ labels: SampleLabels?) {
    self.watch = watch
    self.labels = labels
  }

  func pageBegins(_ work: PageWork, for command: CommandID?) {
    watch?.pageBegins(for: command)
    labels?.pageBegins(for: command)
  }

  func pageEnds(_ work: PageWork, for command: CommandID?) {
    watch?.pageEnds(for: command)
    labels?.pageEnds(for: command)
  }
}

public import KymoHistogram

/// How long the page took over what a command brought it, and how long its own calls waited.
public struct PageCommandTimes {
  /// The name of the command.
  public let name: String
  /// From handing an outcome to the page until its scripts returned, in ns.
  public let page = PageCommandTimes.histogram()
  /// From a call of the page until it and its reply were done with, in ns; nothing for a reply that comes later.
  public let roundTrip = PageCommandTimes.histogram()

  init(name: String) { self.name = name }

  /// 1 ns to a minute, within 1 %.
  private static func histogram() -> Histogram {
    Histogram(lowest: 1, highest: 60_000_000_000, significantDigits: 2)
  }
}

public import KymoBridge

extension PageLink {
  /// How a link works.
  public struct Options: Sendable {
    /// The faults to make at messages.
    public var faults = PageFaults()
    /// How many messages wait in a direction at most.
    public var maximumWaiting = 100_000
    /// Whether somebody says yes to what the page asks.
    public var confirms = true

    /// Which bridge the page speaks; nil to find out.
    public var bridge: PageBridge?
    /// How the page's dialect is set up, if it speaks one.
    public var dialect: PageDialect.Options?
    /// The servers' answers to the page's fetches.
    public var fetches = FetchScript()
    /// Whether the page's turns are taken where calls can be dispatched in their midst.
    ///
    /// A dialect whose calls return their results has them only so. Outcomes reach such a page in turns of its own.
    public var answersAtOnce = false

    /// No faults.
    public init() {}
  }
}

/// How often one stack was seen.
public struct ProfileSample: Sendable, Equatable {
  /// The frames, the outermost first.
  public var stack: [Int]
  /// The thread.
  public var thread: Int
  /// The command that was dispatched meanwhile; nil between commands.
  public var command: String?
  /// The stage that was at work; nil if none was.
  public var stage: String?
  /// How many samples there were.
  public var count: Int
  /// The time that they stand for, in ns.
  public var nanoseconds: Int64
  /// Whether the thread waited in the kernel instead of running.
  public var isWaiting: Bool

  /// A stack that was seen `count` times.
  public init(
    stack: [Int],
    thread: Int,
    command: String? = nil,
    stage: String? = nil,
    count: Int,
    nanoseconds: Int64,
    isWaiting: Bool = false
  ) {
    self.stack = stack
    self.thread = thread
    self.command = command
    self.stage = stage
    self.count = count
    self.nanoseconds = nanoseconds
    self.isWaiting = isWaiting
  }
}

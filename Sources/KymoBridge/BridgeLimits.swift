/// How large a message of the bridge may be; memory for it is set aside once.
public struct BridgeLimits: Equatable, Sendable {
  /// The longest message, in bytes after decoding; 1 to 1 GiB.
  public var messageBytes: Int
  /// The longest name of a command, in bytes after decoding.
  public static var commandBytes: Int { 4096 }
  /// How many arrays and objects may lie within each other, an empty one not counted; 1 to 100,000.
  public var depth: Int

  /// Limits of 2 MiB and 512 containers unless given.
  ///
  /// - Precondition: both are within their ranges.
  public init(messageBytes: Int = 1 << 21, depth: Int = 512) {
    precondition((1...(1 << 30)).contains(messageBytes), "messageBytes must be in 1...2³⁰")
    precondition((1...100_000).contains(depth), "depth must be in 1...100,000")
    self.messageBytes = messageBytes
    self.depth = depth
  }

  /// The longest URL of a call, in bytes: name and message with every byte escaped, and a base.
  public var urlBytes: Int { 3 * (messageBytes + Self.commandBytes) + 4096 }
}

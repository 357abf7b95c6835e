/// A call of a page on a phone, as its recorder has it.
public struct PhoneCall: Equatable, Sendable {
  /// What native code answered.
  public struct Reply: Equatable, Sendable {
    /// Whether the call failed.
    public var isError: Bool
    /// The value as JSON; nil if there is none, or it was too long to be kept.
    public var value: String?
    /// Whether it was too long to be kept.
    public var isCut: Bool
    /// How long after the call it came, in ns; nil if the line does not say it.
    public var nanoseconds: Int64?
  }

  /// The number of its line among all that the recorder wrote, from 0.
  public var number: Int64
  /// Its line in the file, from 1.
  public var line: Int
  /// The recorder's name of its bridge.
  public var bridge: String
  /// Its command.
  public var command: String
  /// Its parameters as JSON, or as the text that they were; nil if there are none, or they were too long to be kept.
  public var parameters: String?
  /// Whether the parameters were too long to be kept.
  public var isCut: Bool
  /// Its answers, in their order.
  public var replies: [Reply] = []
}

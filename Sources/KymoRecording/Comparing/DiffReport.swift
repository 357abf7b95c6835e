/// The differences between two recordings, and all that was compared.
public struct DiffReport: Sendable {
  /// The messages of one topic.
  public struct Channel: Sendable, Equatable {
    /// The topic.
    public let topic: String
    /// Whether only the first, or only the second recording has the channel; nil if both have.
    public internal(set) var onlySide: Side?
    /// How many messages are the same in both.
    public internal(set) var equal: UInt64 = 0
    /// How many differ in some field.
    public internal(set) var changed: UInt64 = 0
    /// How many differ, and may.
    public internal(set) var tolerated: UInt64 = 0
    /// How many only the first has.
    public internal(set) var missing: UInt64 = 0
    /// How many only the second has.
    public internal(set) var extra: UInt64 = 0
    /// The fields that differ, in the order in which each was met first.
    public internal(set) var fields: [FieldDifference] = []
    /// The fields that differ, and may.
    public internal(set) var toleratedFields: [FieldDifference] = []

    /// Whether nothing differs that may not.
    public var isEqual: Bool { onlySide == nil && changed + missing + extra == 0 && fields.isEmpty }
  }

  /// One of the two recordings.
  public enum Side: String, Sendable { case first, second }

  /// The first message that differs, by time.
  public struct First: Sendable, Equatable {
    /// The topic.
    public let topic: String
    /// The field; nil of a message that only one has.
    public let field: String?
    /// The number of the message within its channel, from 0, in each; nil where it is not there.
    public let numbers: (first: UInt64?, second: UInt64?)
    /// Its log time, in ns; of the first recording, where that has it.
    public let time: UInt64
    /// The values, as people read them; nil of a message that only one has.
    public let values: (first: String, second: String)?
    /// The step of a replay that it belongs to, if the trace says it.
    public internal(set) var step: UInt64?

    /// Whether both name the same message and field.
    public static func == (left: First, right: First) -> Bool {
      left.topic == right.topic && left.field == right.field && left.numbers == right.numbers
        && left.time == right.time && left.step == right.step
    }
  }

  /// A pair of metadata, or an attachment, that differs.
  public struct Pair: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// The value in the first; nil if it is not there.
    public let first: String?
    /// The value in the second; nil if it is not there.
    public let second: String?
  }

  /// The channels, by topic.
  public internal(set) var channels: [Channel] = []
  /// The first message that differs and may not; nil if none does.
  public internal(set) var first: First?
  /// The pairs of metadata that differ.
  public internal(set) var metadata: [Pair] = []
  /// The attachments that differ.
  public internal(set) var attachments: [Pair] = []
  /// How many messages were compared, of both together with those that only one has.
  public internal(set) var messageCount: UInt64 = 0
  /// How many pairs of metadata were compared.
  public internal(set) var metadataCount = 0
  /// How many attachments were compared.
  public internal(set) var attachmentCount = 0
  /// How many messages were compared without their numbers, since one before them is missing or extra.
  public internal(set) var unnumbered: UInt64 = 0
  /// The first time of the first recording, in ns: where ``First/time`` counts from for people.
  public internal(set) var start: UInt64 = 0
  /// Whether it was stopped before the end, so that nothing is known of the rest.
  public internal(set) var wasStopped = false

  /// Nothing so far.
  init() {}

  /// Whether nothing differs that may not.
  public var isEqual: Bool {
    !wasStopped && metadata.isEmpty && attachments.isEmpty && channels.allSatisfy(\.isEqual)
  }

  /// Whether anything differs, allowed or not.
  public var isIdentical: Bool {
    isEqual && channels.allSatisfy { $0.toleratedFields.isEmpty }
  }
}

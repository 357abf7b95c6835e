/// Where an output stands among the others of a recording: by its step, then by its kind.
struct OutputPlace: Comparable {
  private let step: UInt32
  private let rank: UInt8

  /// Of a topic and the number of its message.
  init(_ topic: SessionTopic, number: UInt32) {
    switch topic {
    case .trace: (step, rank) = (number, 1)
    case .reply: (step, rank) = (number, 2)
    // It counts the steps up to itself.
    case .digest: (step, rank) = (number &- 1, 3)
    // It has no number of a step, and stands before the one that it belongs to.
    case .fix: (step, rank) = (0, 0)
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.step, left.rank) < (right.step, right.rank)
  }
}

extension SessionTopic {
  /// The topic of a name.
  init?(name: String) {
    guard let topic = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = topic
  }

  /// How differences in it are called.
  var fieldName: String {
    switch self {
    case .fix: "fix"
    case .trace: "outcome"
    case .reply: "reply"
    case .digest: "digest"
    }
  }
}

/// What comparing the calls of a page in a run with those on a phone came to.
public struct PhoneComparison {
  /// How long answers took.
  public struct Times: Equatable, Sendable {
    /// How many there are; at least 1.
    public var count: Int
    /// The smallest time that half of them do not exceed, in ns.
    public var p50: Int64
    /// The same of 99 in 100, in ns.
    public var p99: Int64
    /// The longest, in ns.
    public var max: Int64

    /// Of some times in ns; nil if there are none.
    init?(_ times: [Int64]) {
      let sorted = times.sorted()
      guard let last = sorted.last else { return nil }
      func rank(_ percent: Int) -> Int64 { sorted[(sorted.count * percent + 99) / 100 - 1] }
      (count, p50, p99, max) = (sorted.count, rank(50), rank(99), last)
    }
  }

  /// The calls of a command.
  public struct Command: Sendable {
    /// The command's name.
    public var name: String
    /// How many calls the phone has, and the run.
    public var phone = 0
    /// See ``phone``.
    public var here = 0
    /// How many pairs are the same in all that was compared.
    public var equal = 0
    /// How many pairs differ in what they say.
    public var differing = 0
    /// How many pairs say the same at another place in the order.
    public var moved = 0
    /// How many calls only the phone has.
    public var onlyPhone = 0
    /// How many calls only the run has, where no line of the phone's is missing.
    public var onlyHere = 0
    /// From a call to its first answer on the phone; nil without answers.
    public var phoneTimes: Times?
    /// From a call to its first answer here, on the wall, of those that came at once by the session's clock.
    public var hereTimes: Times?
    /// The same by the session's clock, of those that came later.
    public var laterTimes: Times?
  }

  /// A place at which two values differ.
  public struct Member: Equatable, Sendable {
    /// A JSON pointer; empty for the whole.
    public var path: String
    /// The phone's value as JSON; nil if it has none there.
    public var phone: String?
    /// The run's.
    public var here: String?
  }

  /// The kinds of differences.
  public enum Kind: String, Sendable {
    /// The two say different things.
    case value
    /// Only the phone has the call, or the reply.
    case onlyPhone
    /// Only the run has the call.
    case onlyHere
    /// The two say the same, in another order.
    case order
  }

  /// A difference.
  public struct Difference: Sendable {
    /// How they differ.
    public var kind: Kind
    /// The command.
    public var command: String
    /// The number of the phone's call among its calls, from 0, and its line in the file, from 1.
    public var phone: (call: Int, line: Int)?
    /// The number of the run's call among its calls, from 0.
    public var here: Int?
    /// Of a reply: its number among those to the call, from 0.
    public var reply: Int?
    /// What the phone's page sent, or got, as JSON.
    public var phoneText: String?
    /// What this page sent, or got.
    public var hereText: String?
    /// The members that differ, 100 at most.
    public var members: [Member] = []
  }

  /// How often a command's calls, or replies, differ at a place.
  public struct Place: Sendable, Equatable {
    /// The command.
    public var command: String
    /// Whether it is about replies.
    public var isReply: Bool
    /// A JSON pointer, with `*` for the number of an element.
    public var path: String
    /// How often.
    public var count: Int
  }

  /// The replies to calls that both have.
  public struct Replies: Sendable {
    /// How many are the same in all that was compared.
    public var equal = 0
    /// How many are not.
    public var differing = 0
    /// How many only the phone has.
    public var onlyPhone = 0
    /// The first that differs, or is not there.
    public var first: Difference?
  }

  /// By command, in the order of the phone's calls, then of the run's.
  public internal(set) var commands: [Command] = []
  /// The first call that differs; nil if none does.
  public internal(set) var first: Difference?
  /// The replies to pairs.
  public internal(set) var replies = Replies()
  /// How many members of calls and replies were not compared since the recorder has hidden them.
  public internal(set) var hiddenMembers = 0
  /// What else was not compared, or only in part, by the reason.
  public internal(set) var notCompared: [(reason: String, count: Int)] = []
  private var placeCounts: [String: Place] = [:]

  /// Where calls and replies differ, the most frequent first.
  public var places: [Place] {
    placeCounts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
  }

  /// How many calls of the two belong together.
  public var pairs: Int { commands.reduce(0) { $0 + $1.equal + $1.differing + $1.moved } }
  /// How many calls differ, or only one side has.
  public var differences: Int {
    commands.reduce(0) { $0 + $1.differing + $1.moved + $1.onlyPhone + $1.onlyHere }
  }
  /// Whether a call or a reply differs.
  public var differs: Bool { differences + replies.differing + replies.onlyPhone > 0 }
  /// Whether nothing was compared.
  public var isEmpty: Bool { pairs == 0 && !differs }

  /// Counts a place.
  mutating func count(_ command: String, isReply: Bool, _ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let general = parts.map { !$0.isEmpty && $0.allSatisfy(\.isNumber) ? "*" : $0 }
      .joined(separator: "/")
    let key = "\(command)\u{0}\(isReply)\u{0}\(general)"
    placeCounts[
      key,
      default: Place(command: command, isReply: isReply, path: general, count: 0)
    ].count += 1
  }

  /// Counts what is not compared.
  mutating func leaveOut(_ count: Int, _ reason: String) {
    guard count > 0 else { return }
    if let place = notCompared.firstIndex(where: { $0.reason == reason }) {
      notCompared[place].count += count
    } else {
      notCompared.append((reason, count))
    }
  }
}

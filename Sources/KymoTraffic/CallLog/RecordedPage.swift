import KymoBridge

/// What a page's recorder says beside its calls: of the page, and how long answers took on the phone.
///
/// A line of the recorder has a kind, `k`, and a time, `t`; the first one is a header, which has `kymo` instead.
public struct RecordedPage: Equatable, Sendable {
  /// The answers to a command, of which the first to each call counts.
  public struct Command: Equatable, Sendable {
    /// The command's name.
    public var name: String
    /// How many calls there were.
    public var calls = 0
    /// How many of the answers were errors.
    public var errors = 0
    /// How long each answer took, in ms.
    public var answers: [Double] = []

    /// One line: how many answers there are, the median of their times, and the longest.
    public var text: String {
      let times = answers.sorted()
      guard let longest = times.last else { return "\(name): none of \(calls) calls was answered" }
      let median = Self.text(times[(times.count - 1) / 2])
      let failures = errors > 0 ? ", \(errors) with an error" : ""
      return "\(name): \(times.count) of \(calls) calls answered\(failures), median \(median) ms, "
        + "longest \(Self.text(longest)) ms"
    }

    /// Milliseconds with one decimal.
    private static func text(_ milliseconds: Double) -> String {
      let tenths = Int((min(milliseconds, 1e12) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// How many names of commands are told apart; further ones are not counted.
  private static let maximumNames = 100

  /// The page's user agent; nil if the header does not say it.
  public private(set) var userAgent: String?
  /// How many lines the recorder has dropped, as it says itself.
  public private(set) var lost: UInt64 = 0
  /// The commands in the order of their first calls.
  public private(set) var commands: [Command] = []
  /// How many replies there were, also further ones to a call.
  public private(set) var replies: UInt64 = 0

  /// The commands' places by name, and those of calls without an answer by number.
  ///
  /// Looked up, never iterated.
  private var places: [String: Int] = [:]
  private var waiting: [Int64: Int] = [:]

  /// Takes the header.
  mutating func readHeader(_ document: borrowing JSONDocument) {
    userAgent = document.member("userAgent", of: document.root).flatMap { document.string(of: $0) }
    if let count = document.member("lost", of: document.root).flatMap({ document.number(of: $0) }),
      count > 0, count < 1e15
    {
      lost = UInt64(count)
    }
  }

  /// Counts a call.
  ///
  /// - Parameters:
  ///   - name: its command.
  ///   - number: that of its line, as the recorder counts.
  mutating func count(call name: String, _ number: Int64?) {
    if places[name] == nil, commands.count < Self.maximumNames {
      places[name] = commands.count
      commands.append(Command(name: name))
    }
    guard let place = places[name] else { return }
    commands[place].calls += 1
    if let number { waiting[number] = place }
  }

  /// Counts a reply.
  ///
  /// - Parameters:
  ///   - number: that of the call's line.
  ///   - milliseconds: how long it took.
  ///   - isError: whether it is an error.
  mutating func count(replyTo number: Int64?, _ milliseconds: Double?, isError: Bool) {
    replies += 1
    guard let number, let place = waiting.removeValue(forKey: number), let milliseconds,
      milliseconds >= 0
    else { return }
    commands[place].answers.append(milliseconds)
    if isError { commands[place].errors += 1 }
  }
}

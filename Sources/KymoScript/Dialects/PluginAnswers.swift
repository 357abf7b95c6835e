/// The answers of scripted plugins: whose turn it is, and those that are due later, the earliest first.
struct PluginAnswers {
  /// The answers to a call.
  struct Turn: Equatable {
    var steps: [PluginScript.Step]
    /// How many calls of the command the script has answers for, if this is the first call beyond them.
    var isFirstBeyond: Int?
    /// Whether the script answers each call of the command in turn.
    var isOfTurns: Bool
  }

  private var waiting = DueQueue<DeviceAnswer>()
  /// How many calls of a command there were.
  ///
  /// Looked up, never iterated.
  private var counts: [String: Int] = [:]
  /// How many calls got the answers of the last turn again, since a script has no more.
  private(set) var repeated: UInt64 = 0

  /// When the first is due, in ns; nil if none waits.
  var nextDue: Int64? { waiting.nextDue }

  /// The answers to the next call of a command; nil if the script has none for it.
  ///
  /// Calls beyond the last turn get the answers of that again.
  mutating func next(_ command: String, in script: PluginScript) -> Turn? {
    guard let turns = script.turns[command], let last = turns.last else {
      return script.steps[command].map { Turn(steps: $0, isFirstBeyond: nil, isOfTurns: false) }
    }
    let count = counts[command, default: 0]
    counts[command] = count + 1
    if count < turns.count { return Turn(steps: turns[count], isFirstBeyond: nil, isOfTurns: true) }
    repeated += 1
    return Turn(
      steps: last,
      isFirstBeyond: count == turns.count ? turns.count : nil,
      isOfTurns: true
    )
  }

  /// Plans the answers to a call.
  mutating func plan(_ steps: [PluginScript.Step], for token: String, at now: Int64) {
    for (index, step) in steps.enumerated() {
      let answer = step.error.map { DialectAnswer.error($0) } ?? .value(step.value)
      let isLast = index == steps.count - 1
      let one = DeviceAnswer(token: token, answer: answer, keeps: !isLast)
      waiting.put(one, step.delay, after: now)
    }
  }

  /// Takes what is due at a time.
  mutating func take(upTo now: Int64) -> [DeviceAnswer] { waiting.take(upTo: now) }

  /// Forgets what is due, since the page is gone; turns go on.
  mutating func lose() { waiting = DueQueue() }
}

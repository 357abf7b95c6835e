/// The answers of scripted plugins that are due later, the earliest first.
struct PluginAnswers {
  private var waiting: [(due: Int64, answer: DeviceAnswer)] = []

  /// When the first is due, in ns; nil if none waits.
  var nextDue: Int64? { waiting.first?.due }

  /// Plans the answers to a call.
  mutating func plan(_ steps: [PluginScript.Step], for token: String, at now: Int64) {
    for (index, step) in steps.enumerated() {
      let (due, overflow) = now.addingReportingOverflow(step.delay)
      let answer = step.error.map { DialectAnswer.error($0) } ?? .value(step.value)
      let isLast = index == steps.count - 1
      let place = waiting.firstIndex { $0.due > due } ?? waiting.count
      waiting.insert(
        (overflow ? .max : due, DeviceAnswer(token: token, answer: answer, keeps: !isLast)),
        at: place
      )
    }
  }

  /// Takes what is due at a time.
  mutating func take(upTo now: Int64) -> [DeviceAnswer] {
    let count = waiting.firstIndex { $0.due > now } ?? waiting.count
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map(\.answer)
  }

  /// Forgets all, since the page is gone.
  mutating func lose() { waiting = [] }
}

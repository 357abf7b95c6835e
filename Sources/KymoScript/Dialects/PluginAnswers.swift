/// The answers of scripted plugins that are due later, the earliest first.
struct PluginAnswers {
  private var waiting = DueQueue<DeviceAnswer>()

  /// When the first is due, in ns; nil if none waits.
  var nextDue: Int64? { waiting.nextDue }

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

  /// Forgets all, since the page is gone.
  mutating func lose() { waiting = DueQueue() }
}

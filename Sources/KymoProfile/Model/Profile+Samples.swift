public import KymoCore

extension Profile {
  /// The key that a stack is counted under.
  private struct Key: Hashable {
    var stack: [Int]
    var thread: Int
    var label: SampleLabel
    var isWaiting: Bool
  }

  /// Adds what a sampler found, with the names of the functions.
  ///
  /// - Parameters:
  ///   - sampler: a sampler that was stopped.
  ///   - names: the name of a command.
  /// - Returns: whether the program has names for all its functions; if not, it was stripped.
  /// - Complexity: O(samples · depth + bytes of the programs and libraries).
  @discardableResult
  public mutating func add(_ sampler: Sampler, commands names: (CommandID) -> String) -> Bool {
    var stacks = StackNames(Symbolizer())
    var places: [ProfileFrame: Int] = [:]  // Looked up, never iterated.
    var counts: [Key: Int] = [:]
    var unwound = 0
    for role in sampler.roles {
      let thread = index(ofThread: role.name, role.identifier)
      for sample in role.samples {
        var named = stacks.frames(sample)
        if sample.isUnwound, CutStacks.cutFrame(of: named) == nil { unwound += sample.weight }
        if sample.label.stage == .page, let engine = named.firstIndex(where: \.isOfScriptEngine) {
          // What the engine does it does for the page, whose functions are not on its stack.
          let command = sample.label.command.map(names) ?? "its own turns"
          named.insert(ProfileFrame(name: "[js] \(command)", module: "page"), at: engine)
        }
        let stack = named.map { frame in
          if let place = places[frame] { return place }
          frames.append(frame)
          places[frame] = frames.count - 1
          return frames.count - 1
        }
        let key = Key(
          stack: stack,
          thread: thread,
          label: sample.label,
          isWaiting: sample.isWaiting
        )
        counts[key, default: 0] += sample.weight
      }
    }
    let period = sampler.options.periodNanoseconds
    let found = counts.map { key, count in
      ProfileSample(
        stack: key.stack,
        thread: key.thread,
        command: key.label.command.map(names),
        stage: key.label.stage?.name,
        count: count,
        nanoseconds: Int64(count) * period,
        isWaiting: key.isWaiting
      )
    }
    samples += found.sorted { Self.precedes($0, $1) }
    sampling = SamplingSummary(
      period: period,
      due: sampler.account.due,
      delivered: sampler.account.handled - sampler.account.dropped,
      dropped: sampler.account.dropped,
      unwound: unwound
    )
    return !stacks.isStripped
  }

  /// The same order whatever the order of a dictionary.
  private static func precedes(_ one: ProfileSample, _ other: ProfileSample) -> Bool {
    if one.thread != other.thread { return one.thread < other.thread }
    if one.stack != other.stack { return one.stack.lexicographicallyPrecedes(other.stack) }
    if one.command != other.command { return (one.command ?? "") < (other.command ?? "") }
    if one.stage != other.stage { return (one.stage ?? "") < (other.stage ?? "") }
    return !one.isWaiting && other.isWaiting
  }

  /// The index of a thread, which is added if it is not there.
  mutating func index(ofThread name: String, _ identifier: Int) -> Int {
    if let index = threads.firstIndex(where: { $0.name == name }) { return index }
    threads.append(ProfileThread(name: name, identifier: identifier))
    return threads.count - 1
  }
}

extension ProfileFrame {
  /// Whether it lies in the script engine, or in code that the engine has made.
  fileprivate var isOfScriptEngine: Bool {
    module.hasPrefix("libjavascriptcoregtk") || (module.isEmpty && symbol.isEmpty)
  }
}

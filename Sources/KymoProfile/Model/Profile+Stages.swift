public import KymoCore

extension Profile {
  /// Adds the times of stages and handlers, and the stages of single events.
  ///
  /// - Parameters:
  ///   - watch: a watch for times whose runs are over.
  ///   - thread: what the thread that dispatched is called.
  ///   - names: the name of a command.
  public mutating func add(
    _ watch: StageWatch,
    thread: String = "dispatcher",
    commands names: (CommandID) -> String
  ) {
    stages += watch.log.stageTimes(names)
    let index = index(ofThread: thread, SampledThread.own)
    slices += watch.log.slices(names, thread: index)
    if let kept = watch.keptEvents {
      notes.append(ProfileNote(name: Self.singleEvents, value: kept))
    }
  }

  /// The name of the note that says of which events there are slices.
  public static let singleEvents = "single events"

  /// The sum of the stages' times in ns, those of their handlers not counted twice, and no waits of events.
  public var stageTotal: Int64 {
    stages.reduce(0) { $1.handler == nil && !$1.isBeside ? $0 + $1.total : $0 }
  }

  /// The functions in which samples fell, those with most of them first.
  ///
  /// A thread that waits counts too; see ``ProfileSample/isWaiting``.
  ///
  /// - Complexity: O(samples · depth).
  public var functions: [ProfiledFunction] {
    let (places, functions) = frames.grouped(by: \.identity)
    var found = functions.map { ProfiledFunction(frame: frames[$0].function) }
    var seen: [Int] = Array(repeating: -1, count: found.count)
    for (number, sample) in samples.enumerated() {
      guard let leaf = sample.stack.last else { continue }
      found[places[leaf]].ownCount += sample.count
      // A function that calls itself is on the stack once.
      for function in sample.stack.lazy.map({ places[$0] }) where seen[function] != number {
        seen[function] = number
        found[function].count += sample.count
      }
    }
    return found.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      if first.ownCount != second.ownCount { return first.ownCount > second.ownCount }
      if first.count != second.count { return first.count > second.count }
      return one.offset < other.offset
    }.map(\.element)
  }
}

import KymoCore

/// Looks at the stacks of some threads in equal periods, without any privilege.
///
/// Every thread has a timer of its own, whose signal it handles itself: stacks are walked by their frame pointers into
/// a ring that was allocated before. What is on the way of an event is not touched, but interrupted for some µs. Where
/// frame pointers do not lead all the way a part of the stack is kept, and unwound when the sampler is stopped.
///
///     let sampler = Sampler(SamplerOptions())
///     try sampler.addCurrent(named: "dispatcher")
///     run()
///     sampler.stop()
///
/// One sampler at a time is at work in a process, and one thread drives it.
public final class Sampler {
  /// How many samples are kept of the threads of one name; further ones are counted as dropped.
  public static var maximumSamples: Int { 1 << 21 }

  /// How often, and from which seed.
  public let options: SamplerOptions
  private var random: SplitMix64
  private var threads: [(thread: SampledThread, role: Int, labels: SampleLabels?)] = []
  private var known: Set<Int> = []
  private var looks = 0
  private var unwinder = StackUnwinding()
  /// The sampled threads, by role.
  private(set) var roles: [SamplerRole] = []
  /// How it did, all threads together.
  private(set) var account = SamplerAccount()

  /// A sampler without threads.
  public init(_ options: SamplerOptions) {
    self.options = options
    random = SplitMix64(seed: options.seed)
  }

  deinit { stop() }

  /// Takes note of the threads that there are, so that ``addNew(named:)`` leaves them alone.
  public func ignorePresent() { known.formUnion(ThreadList.identifiers) }

  /// Samples the calling thread from now on.
  ///
  /// - Parameters:
  ///   - name: what it does.
  ///   - labels: what the thread says that it is doing, for each sample.
  /// - Throws: why it cannot be sampled.
  public func addCurrent(
    named name: String,
    saying labels: SampleLabels? = nil
  ) throws(SamplerError) {
    try add(SampledThread.own, name, labels)
  }

  /// Samples every thread that came since the last look.
  ///
  /// - Parameter name: what they do.
  /// - Throws: why one cannot be sampled.
  public func addNew(named name: String) throws(SamplerError) {
    for identifier in ThreadList.identifiers where !known.contains(identifier) {
      try add(identifier, name)
    }
  }

  private func add(
    _ identifier: Int,
    _ name: String,
    _ labels: SampleLabels? = nil
  ) throws(SamplerError) {
    if threads.isEmpty { unwinder.trustFramePointers() }
    known.insert(identifier)
    let thread = try SampledThread(identifier)
    if let labels { thread.say(labels.place) }
    // Threads that begin together are not looked at together, nor in step with what they do.
    let first = Int64(truncatingIfNeeded: random.next() % UInt64(options.periodNanoseconds)) + 1
    guard try thread.start(first: first, period: options.periodNanoseconds) else { return }
    let role = roles.firstIndex { $0.name == name } ?? roles.count
    if role == roles.count { roles.append(SamplerRole(name: name, identifier: identifier)) }
    threads.append((thread, role, labels))
  }

  /// Makes room in the rings if they are filling; cheap if they are not, so that it may be called all the time.
  public func drainIfNeeded() {
    looks &+= 1
    guard looks & 1023 == 0 else { return }
    for (thread, role, labels) in threads where thread.isFilling { drain(thread, role, labels) }
  }

  /// Stops all timers, takes what is in the rings and unwinds what was kept of stacks; the threads are forgotten.
  public func stop() {
    for (thread, _, _) in threads { thread.stop() }
    for (thread, role, labels) in threads {
      drain(thread, role, labels)
      account += thread.account
      roles[role].account += thread.account
    }
    threads = []
    known = []
    for role in roles.indices { unwinder.unwind(&roles[role]) }
  }

  private func drain(_ thread: SampledThread, _ role: Int, _ labels: SampleLabels?) {
    thread.drain { sample in
      var sample = sample
      sample.label = labels?.resolved(sample.label) ?? .none
      if roles[role].samples.count < Self.maximumSamples {
        roles[role].samples.append(sample)
      } else {
        roles[role].account.dropped += 1
        account.dropped += 1
      }
    }
  }
}

@unsafe @preconcurrency import Glibc

/// A child process, from its start to its end.
///
/// It is the leader of a session of its own, so that Ctrl-C reaches this process alone, which then ends the
/// whole session, and waits until it has ended: nothing that a child started is left behind, whatever process
/// groups it made.
///
/// SAFETY: every buffer is lent for one call, with its length. A descriptor is closed once: where it was opened, or
/// by the `deinit` of its owner. The process number is used for signals only before it was waited for, so that it
/// cannot have become another's.
@safe package struct UnsafeChildProcess: ~Copyable {
  /// The most that is kept of standard output.
  static let outputLimit = 64 << 20
  /// The most that is kept of standard error.
  static let diagnosticsLimit = 1 << 16
  /// The most that is read at once of a pipe, so that one that is never empty keeps nobody from
  /// looking at the time.
  static let turnLimit = 1 << 20
  /// How long a child that was asked to end has, in ns, before it is made to.
  static let graceNanoseconds: Int64 = 3_000_000_000
  /// How long after that it is waited for, in ns: the system may be unable to end what waits for a disk.
  static let patienceNanoseconds: Int64 = 20_000_000_000
  private let number: pid_t
  private let pipes: (output: Int32, diagnostics: Int32)

  /// Runs a command to its end.
  ///
  /// - Parameters:
  ///   - command: the program, looked up in PATH unless it has a slash, and its arguments.
  ///   - deadline: when to end it at the latest, on ``MonotonicTime``; nil for never.
  ///   - outputLimit: how many bytes it may write to standard output before it is ended; nil for any number,
  ///     of which the first ``outputLimit`` are kept.
  ///   - shouldStop: asked ten times a second.
  ///   - whenOutput: told of what comes on standard output; with nothing ten times a second while nothing comes.
  /// - Returns: how it ended, and what it said.
  /// - Throws: why it cannot be started.
  package static func run(
    _ command: [String],
    deadline: Int64? = nil,
    outputLimit: Int? = nil,
    shouldStop: () -> Bool = { false },
    whenOutput: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(TrialError) -> ChildOutcome {
    let child = try UnsafeChildProcess(command)
    return child.finish(
      deadline: deadline,
      outputLimit: outputLimit,
      shouldStop: shouldStop,
      whenOutput: whenOutput
    )
  }

  private init(_ command: [String]) throws(TrialError) {
    precondition(!command.isEmpty, "a command has a name")
    let ends = try Self.pipes()
    defer {
      close(ends[1])
      close(ends[3])
    }
    do throws(TrialError) {
      number = try UnsafeSpawn.start(command, giving: [(ends[1], 1), (ends[3], 2)])
    } catch {
      close(ends[0])
      close(ends[2])
      throw error
    }
    pipes = (ends[0], ends[2])
    for pipe in [pipes.output, pipes.diagnostics] {
      _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
    }
  }

  /// Two pipes, each the end to read first; none is inherited by children but through the file actions.
  private static func pipes() throws(TrialError) -> [Int32] {
    var ends: [Int32] = []
    for _ in 0..<2 {
      var pair: [Int32] = [-1, -1]
      guard unsafe pipe(&pair) == 0 else {
        let problem = UnsafeSystem.message(for: errno)
        for end in ends { close(end) }
        throw TrialError("no pipe can be made: \(problem)")
      }
      ends += pair
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  deinit {
    close(pipes.output)
    close(pipes.diagnostics)
  }

  private func finish(
    deadline: Int64?,
    outputLimit: Int?,
    shouldStop: () -> Bool,
    whenOutput: (ArraySlice<UInt8>) -> Void
  ) -> ChildOutcome {
    var outcome = ChildOutcome(end: .exited(0), output: [], diagnostics: [])
    let session = UnsafeProcessSession(number: number)
    var ended: ChildOutcome.End?
    var killTime: Int64?
    while true {
      // Looked at before the pipes: what comes before the end is then read after it.
      var isOver = hasEnded()
      // What it started is waited for only if it was to end: others may leave a daemon behind.
      if isOver, ended != nil {
        isOver =
          session.members.isEmpty
          || killTime.map { MonotonicTime.nanoseconds() - $0 > Self.patienceNanoseconds } ?? false
      }
      let openPipes = read(into: &outcome, isOver: isOver, whenOutput)
      if isOver { break }
      // Nothing more will be heard of it, and poll does not wait.
      if openPipes < 2, ended != nil { usleep(10_000) } else if openPipes == 0 { usleep(1000) }
      let now = MonotonicTime.nanoseconds()
      if let time = killTime {
        if now >= time { session.signal(SIGKILL) }
      } else if let outputLimit, outcome.output.count > outputLimit {
        ended = .tooMuch
        // Whoever writes without end is not asked.
        killTime = now
      } else if shouldStop() || deadline.map({ now >= $0 }) ?? false {
        ended = shouldStop() ? .interrupted : .outOfTime
        killTime = now + Self.graceNanoseconds
        session.signal(SIGTERM)
      }
    }
    let end = reap()
    if ended == nil, let outputLimit, outcome.output.count > outputLimit { ended = .tooMuch }
    outcome.end = ended ?? end
    return outcome
  }

  /// Waits a tenth of a second at most for something to read, and reads it; returns how many pipes are open.
  private func read(
    into outcome: inout ChildOutcome,
    isOver: Bool,
    _ whenOutput: (ArraySlice<UInt8>) -> Void
  ) -> Int {
    var places = [
      pollfd(fd: pipes.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipes.diagnostics, events: Int16(POLLIN), revents: 0),
    ]
    unsafe _ = poll(&places, 2, isOver ? 0 : 100)
    let output = bytes(from: pipes.output)
    whenOutput(output.bytes[...])
    if !output.bytes.isEmpty {
      if outcome.output.count < Self.outputLimit { outcome.output += output.bytes }
    }
    let diagnostics = bytes(from: pipes.diagnostics)
    outcome.diagnostics += diagnostics.bytes
    if outcome.diagnostics.count > 2 * Self.diagnosticsLimit {
      outcome.diagnostics.removeFirst(outcome.diagnostics.count - Self.diagnosticsLimit)
    }
    return (output.isOpen ? 1 : 0) + (diagnostics.isOpen ? 1 : 0)
  }

  /// Everything that is there to be read now.
  private func bytes(from pipe: Int32) -> (bytes: [UInt8], isOpen: Bool) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if all.count >= Self.turnLimit { return (all, true) }
      let count = unsafe Glibc.read(pipe, &buffer, buffer.count)
      if count > 0 { all += buffer[..<count] } else if count == 0 { return (all, false) }
      if count < 0 && errno != EINTR { return (all, true) }
    }
  }

  /// Whether the child has ended; its number stays its own until it is waited for.
  private func hasEnded() -> Bool {
    var information = unsafe siginfo_t()
    let options = WEXITED | WNOHANG | WNOWAIT
    guard unsafe waitid(P_PID, id_t(number), &information, options) == 0 else {
      return errno != EINTR
    }
    return unsafe information.si_signo == SIGCHLD
  }

  /// Lets go of a child that has ended.
  private func reap() -> ChildOutcome.End {
    var status: Int32 = 0
    var result: pid_t
    repeat { result = unsafe waitpid(number, &status, 0) } while result < 0 && errno == EINTR
    guard result == number else { return .exited(127) }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}

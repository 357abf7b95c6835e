import Glibc
import KymoCore
import KymoProfile
import KymoText
import Synchronization

/// The samples of `perf record`, which looks at this process while it does something.
package struct PerfSampling {
  /// The longest text of perf's that is read, in bytes.
  private static let textLimit = 1 << 28

  private let frequency: Int
  private let period: Int64
  private let folder: String
  private let shouldStop: @Sendable () -> Bool

  /// The state that is shared with the thread that waits for perf.
  private final class Shared: Sendable {
    let isOver = Atomic(false)
    let outcome = Mutex<Result<ChildOutcome, TrialError>?>(nil)
  }

  /// Samples that are taken `frequency` times a second; perf's files go to `folder`.
  package init(frequency: Int, folder: String, shouldStop: @escaping @Sendable () -> Bool) {
    self.frequency = frequency
    period = 1_000_000_000 / Int64(frequency)
    self.folder = folder
    self.shouldStop = shouldStop
  }

  /// Lets perf look for some time.
  ///
  /// - Parameters:
  ///   - nanoseconds: how long.
  ///   - body: what it looks at; called until the time is over.
  /// - Returns: the samples, and how many were lost as far as perf says so.
  /// - Throws: that perf is not there, or may not look, with the remedy; what `body` throws.
  func sample(
    nanoseconds: Int64,
    _ body: () throws(TrialError) -> Void
  ) throws(TrialError) -> Profile {
    let file = "\(folder)/perf.data"
    let seconds = String(Double(nanoseconds) / 1e9)
    let command = [
      "perf", "record", "-q", "-F", "\(frequency)", "--call-graph", "fp", "-o", file,
      "-p", "\(getpid())", "--", "sleep", seconds,
    ]
    let (shared, shouldStop) = (Shared(), shouldStop)
    let thread = JoiningThread {
      let result: Result<ChildOutcome, TrialError>
      do throws(TrialError) {
        result = .success(
          try UnsafeChildProcess.run(command, shouldStop: shouldStop)
        )
      } catch { result = .failure(error) }
      shared.outcome.withLock { $0 = result }
      shared.isOver.store(true, ordering: .releasing)
    }
    var failure: TrialError?
    while !shared.isOver.load(ordering: .acquiring) {
      guard failure == nil else {
        usleep(10_000)
        continue
      }
      do { try body() } catch { failure = error }
    }
    thread.join()
    if let failure { throw failure }
    guard let result = shared.outcome.withLock({ $0 }) else {
      preconditionFailure("a thread that has ended has put its outcome in")
    }
    let outcome: ChildOutcome
    do { outcome = try result.get() } catch {
      throw TrialError(
        "perf cannot be started (install the package linux-perf, or leave --with perf away)"
      )
    }
    if outcome.end == .interrupted {
      throw TrialError("interrupted before perf was done", kind: .stopped)
    }
    guard outcome.end == .exited(0) else { throw Self.refusal(outcome) }
    return try read(file)
  }

  /// Returns the complaint of perf, in a line, with the remedy.
  private static func refusal(_ outcome: ChildOutcome) -> TrialError {
    let lines = String(decoding: outcome.diagnostics, as: UTF8.self).split(separator: "\n")
      .map { String($0).printable }.filter { $0.contains { $0 != " " } && $0 != "Error:" }
    let reason = lines.first ?? outcome.ending
    return TrialError(
      "perf does not look at this process: \(reason) "
        + "(see /proc/sys/kernel/perf_event_paranoid, or leave --with perf away)"
    )
  }

  private func read(_ file: String) throws(TrialError) -> Profile {
    let text = "\(folder)/perf.txt"
    let script = #"exec perf script -i "$1" -F tid,time,event,ip,sym,dso --no-demangle >"$2""#
    let outcome = try UnsafeChildProcess.run(["sh", "-c", script, "sh", file, text])
    guard outcome.end == .exited(0) else {
      throw TrialError("perf script failed (\(outcome.ending)): \(outcome.lastLines())")
    }
    let own = Int(getpid())
    return PerfScript.profile(
      String(decoding: try UnsafeWholeFile.bytes(text, limit: Self.textLimit), as: UTF8.self),
      period: period
    ) { $0 == own ? "dispatcher" : "other threads" }
  }
}

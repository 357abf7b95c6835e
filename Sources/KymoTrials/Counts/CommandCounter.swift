import KymoBench
import KymoReport

/// Counts one command after the other, each alone in its processes.
package struct CommandCounter {
  /// How many processes it takes for a command: three tools, two runs each.
  package static let runs = 6

  package let tools: CountingTools
  /// The run that ends after so many passes of what is counted, for the commands of a filter.
  private let run: (_ counts: CommandCounts, _ passes: Int, _ only: [String]) -> CountedRun

  /// Prepares to count.
  ///
  /// - Parameters:
  ///   - tools: what counts.
  ///   - executable: the program.
  ///   - recording: the recording that gives the events.
  ///   - options: options of `bench` for every run.
  package init(
    tools: CountingTools,
    executable: String,
    recording: String,
    options: [String]
  ) {
    self.tools = tools
    run = { counts, passes, only in
      .ending(
        after: passes * counts.events,
        of: 3 * counts.events,
        "kymo bench",
        executable,
        recording,
        options + only.map { "--only=\($0)" }
      )
    }
  }

  /// Prepares to count functions, each call of which is an event.
  ///
  /// - Parameters:
  ///   - tools: what counts.
  ///   - executable: the program of a package's benchmarks.
  package init(tools: CountingTools, functionsOf executable: String) {
    self.tools = tools
    run = { counts, passes, only in
      .calling(passes * counts.events, of: 3 * counts.events, executable, only[0])
    }
  }

  /// Counts everything for one command, or for the commands of a filter.
  ///
  /// - Parameters:
  ///   - counts: gets the figures, or why there are none.
  ///   - only: the commands whose events are offered; none for all.
  ///   - whenRun: told how many processes have ended.
  package func count(_ counts: inout CommandCounts, only: [String], whenRun: (Int) -> Void) {
    let (shorter, longer) = (run(counts, 1, only), run(counts, 2, only))
    var done = 0
    func pair<Value>(
      _ body: (CountedRun) throws(CountUnavailable) -> Value
    ) throws(CountUnavailable) -> (Value, Value) {
      let first = try body(shorter)
      whenRun(done + 1)
      let second = try body(longer)
      whenRun(done + 2)
      return (first, second)
    }
    do {
      let (first, second) = try pair(tools.profile)
      counts.set(from: first, to: second)
    } catch { counts.setUnavailable("callgrind", error.reason) }
    done = 2
    do {
      let (first, second) = try pair(tools.heap)
      counts.set(.bytes, from: first.bytes, to: second.bytes)
    } catch { counts.setUnavailable("dhat", error.reason) }
    done = 4
    do {
      let (first, second) = try pair(tools.systemCalls)
      counts.set(.systemCalls, from: first, to: second)
    } catch { counts.setUnavailable("none", error.reason) }
  }

  /// Counts once more what callgrind counts.
  ///
  /// - Returns: the second count beside the first; nil if it cannot be made.
  package func again(_ counts: CommandCounts, only: [String]) -> CountRepetition? {
    do throws(CountUnavailable) {
      var second = counts
      let shorter = try tools.profile(run(counts, 1, only))
      let longer = try tools.profile(run(counts, 2, only))
      second.set(from: shorter, to: longer)
      return CountRepetition(first: counts, second: second, hasScripts: tools.hasScripts)
    } catch { return nil }
  }
}

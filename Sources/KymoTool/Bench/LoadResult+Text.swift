public import KymoBench
import KymoCommandLine
public import KymoRecording

/// The output of `kymo bench` for people, for a package's own programs and tests.
extension LoadResult {
  /// The whole report: tables of latencies, outcomes, replies, what was offered, and the tail if there is one.
  ///
  /// - Parameters:
  ///   - digest: what the run came to, from the `Tracer` that was its sink.
  ///   - counters: what the app counted.
  ///   - width: how many columns there are, 40 and up.
  /// - Returns: lines of text, each ended, without colours.
  public func text(
    digest: TraceDigest,
    counters: [SessionResult.Counter] = [],
    width: Int = 100
  ) -> String {
    var console = Console.plain(width: width)
    BenchFrame(reasons: reasons, nil).printHead(to: &console)
    BenchReport(result: self, digest: digest, counted: CountedByApp(counters), losses: [])
      .print(to: &console)
    return console.output.text
  }

  /// The slowest events and what was going on, as a table; empty unless
  /// ``LoadConfiguration/tailCount`` asked for them.
  ///
  /// - Parameter width: how many columns there are, 40 and up.
  /// - Returns: lines of text, each ended, without colours.
  public func tailText(width: Int = 100) -> String {
    var console = Console.plain(width: width)
    TailTable.print(self, to: &console)
    return console.output.text
  }
}

extension Console {
  /// A console that keeps everything in memory, as a file would.
  fileprivate static func plain(width: Int) -> Console {
    var terminal = TerminalDescription()
    terminal.width = max(width, 40)
    terminal.isUnicode = true
    return .captured(terminal: terminal)
  }
}

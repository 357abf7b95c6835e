import KymoBench
import KymoCommandLine
import KymoQuery
import KymoRecording
import KymoReport
import KymoText

/// `kymo query --latencies`: the events of runs of `kymo bench` that are joined with a recording.
enum QueryLatencies {
  /// `--latencies FILE`.
  static let option = OptionSpecification(
    "latencies",
    "FILE",
    kind: .file,
    isRepeatable: true,
    help: """
      Add a table latencies of the events in FILE, which kymo bench --tail N --export json=FILE wrote.
      """
  )

  /// Reads the files that were given.
  ///
  /// - Throws: what is wrong with one; that it is of other events than the recording has.
  static func read(
    _ arguments: ParsedArguments,
    _ file: SessionFile,
    _ app: borrowing AppInstance,
    _ path: String
  ) throws(CommandFailure) -> [LatencyRow] {
    var rows: [LatencyRow] = []
    var digests: [Int: String] = [:]  // Looked up, never iterated.
    for (run, name) in arguments.texts(option.name).enumerated() {
      let tail = try tail(name, path)
      let count = tail.workloadCount
      if digests[count] == nil { digests[count] = try digest(file, app, count, path) }
      guard digests[count] == tail.inputDigest else {
        throw CommandFailure(
          file: name,
          "it is of other events than the first \(count) of \(path): their digest is "
            + "\(digests[count] ?? "none"), and that of the run \(tail.inputDigest)",
          remedy: "measure this recording, without --only: \(command(path))"
        )
      }
      rows += tail.events.map { event in
        LatencyRow(
          run: run,
          input: event.index.map { $0 % count },
          round: event.index.map { $0 / count },
          command: event.command,
          times: LatencyRow.Times(
            due: event.dueNanoseconds,
            response: event.responseNanoseconds,
            service: event.serviceNanoseconds,
            slip: event.slipNanoseconds
          ),
          cause: event.cause
        )
      }
    }
    return rows
  }

  private static func tail(_ name: String, _ path: String) throws(CommandFailure) -> BenchTail {
    let text = try UnsafeTextFile.read(name, limit: BenchBaseline.maximumBytes)
    do throws(BaselineError) { return try BenchTail(json: text) } catch {
      var problem = "\(error)"
      switch error {
      case .schema(let found):
        problem =
          "it is no report of kymo bench: its schema is \(found.map { "'\($0)'" } ?? "none")"
      case .member("tail"), .member("workloadEvents"):
        problem = "it has no events with latencies"
      default: break
      }
      throw CommandFailure(
        file: name,
        problem.printable,
        remedy: "make one with \(command(path))"
      )
    }
  }

  /// The command that writes such a file.
  private static func command(_ path: String) -> ToolText {
    "\(.tool) bench \(path.shellQuoted) --tail 1000 --export json=FILE"
  }

  /// The digest of the first inputs of the recording, as a run states it.
  private static func digest(
    _ file: SessionFile,
    _ app: borrowing AppInstance,
    _ count: Int,
    _ path: String
  ) throws(CommandFailure) -> String {
    let routing = app.routing.heard
    do throws(SessionError) {
      return TraceDigest.text(
        try Workload.digest(ofFirst: count) { () throws(SessionError) in try file.events(routing) }
      )
    } catch { throw CommandFailure(error, file: path) }
  }
}

import KymoBridge
import KymoCommandLine
import KymoScript
import KymoTraffic

/// The phone that a run is compared with: what the recorder of its page wrote.
final class ComparedPhone {
  /// The file, as the user named it.
  let path: String
  /// The calls and replies in it.
  let log: PhoneLog
  /// The run's calls with their answers.
  let exchanges = PageExchanges()

  /// Reads the file of `--compare`; nil if it was not given.
  ///
  /// - Throws: that it cannot be read, is none of the recorder, or that it cannot be compared with so many runs.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let path = arguments.textIfGiven("compare") else { return nil }
    if arguments.isGiven("sweep-faults") {
      throw .usage("--compare and --sweep-faults exclude each other: it is for one run")
    }
    self.path = path
    log = try Self.read(path)
  }

  /// Reads a file of the recorder.
  ///
  /// - Throws: a failure that names the file if it cannot be read, or is none of the recorder.
  static func read(_ path: String) throws(CommandFailure) -> PhoneLog {
    let bytes = try UnsafeTextFile.bytes(path, limit: PhoneLog.maximumBytes)
    do { return try PhoneLog(bytes) } catch {
      throw CommandFailure(
        file: path,
        error.description,
        remedy: "it is what KymoRecorder.share(), .download() or .post() hands out"
      )
    }
  }

  /// Compares the run's calls with the phone's.
  ///
  /// - Parameter calls: how calls of older bridges are written.
  /// - Returns: how they differ.
  func compared(_ calls: CallRules) -> PhoneComparison {
    var decoder = CallDecoder(calls)
    return PhoneComparer.compare(
      log,
      exchanges.calls.map { call in
        var made = PageCall(
          command: call.command ?? "",
          parameters: call.parameters,
          answers: call.answers.map {
            PageCall.Answer(
              isError: $0.isError,
              json: $0.json,
              sessionNanoseconds: $0.time - call.time,
              nanoseconds: $0.latency
            )
          }
        )
        if call.command == nil, (try? decoder.decode(call.address)) == .call {
          (made.command, made.parameters) = (decoder.command, decoder.messageText)
        }
        return made
      }
    )
  }
}

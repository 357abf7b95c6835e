import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

/// The report of `kymo call`.
struct CallReport {
  let urls: [String]
  let calls: CallRules
  let steps: [CallStep]
  let log: [String]
  let app: any App.Type
  let counted: CountedByApp

  /// Whether every call was one that the app could do, and did in the end.
  var status: ExitStatus {
    let failed = steps.contains { ![.completed, .exited].contains($0.outcome.status) }
    return failed ? .failure : .success
  }

  /// The report for programs.
  ///
  /// - Parameter recording: where what happened was recorded; nil if it was not.
  /// - Returns: the report.
  func json(recording: String?) -> JSONText {
    [
      "schema": "kymograph.call/1",
      "mode": JSONText(calls.mode.rawValue),
      "steps": JSONText(steps.map { json($0) }),
      "log": JSONText(log.map { JSONText($0) }),
      "device": .object(counted.counters.map { JSONMember($0.name, JSONText($0.count)) }),
      "recording": JSONText(recording),
    ]
  }

  private func json(_ step: CallStep) -> JSONText {
    let isRequest = step.event.source == .bridge
    return [
      "timestamp": JSONText(step.event.timestamp),
      "request": isRequest ? JSONText(Int(step.event.sequence)) : .null,
      "text": isRequest ? JSONText(urls[Int(step.event.sequence)]) : .null,
      "command": JSONText(step.command),
      // The controller, which no call can send, is left out.
      "parameters": isRequest && step.outcome.status != .malformed
        ? JSONText(step.parameters.filter { $0 != .controller }.map(\.json)) : .null,
      "stages": JSONText(
        step.turns.map {
          [
            "stage": JSONText("\($0.stage)"), "handler": JSONText($0.handler),
            "answer": JSONText(answer($0)),
            "results": JSONText($0.results.map { JSONText($0.text) }),
          ]
        }
      ),
      "status": JSONText("\(step.outcome.status)"),
      "error": step.outcome.errorCode == 0
        ? .null : JSONText(app.name(ofError: step.outcome.errorCode)),
      "reply": JSONText(step.reply),
      "replyTo": cause(step).map { JSONText(Int($0)) } ?? .null,
      "replyAfterNanoseconds": delay(step).map { JSONText($0) } ?? .null,
    ]
  }

  /// Returns the answer of a handler, or the error that it threw.
  private func answer(_ turn: CallTurn) -> String {
    if let error = turn.error { return "error: \(app.name(ofError: error.code))" }
    return turn.verdict.map { "\($0)" } ?? ""
  }

  private func cause(_ step: CallStep) -> UInt32? {
    guard step.reply != nil, case .request(_, let sequence) = step.outcome.reply.textReply.cause
    else { return nil }
    return sequence
  }

  /// How long after its request a reply came, in recorded time.
  private func delay(_ step: CallStep) -> Int64? {
    cause(step).flatMap { cause in
      steps.first { $0.event.source == .bridge && $0.event.sequence == cause }
    }.map { step.event.timestamp - $0.event.timestamp }
  }

  /// The report for people.
  func print(to console: inout Console) {
    for (index, step) in steps.enumerated() {
      if index > 0 { console.print("") }
      print(step, to: &console)
    }
    console.print("")
    for line in log { console.print("log        " + line.printable) }
    console.print(counted)
  }

  private func print(_ step: CallStep, to console: inout Console) {
    let time = StepText.seconds(step.event.timestamp)
    if step.event.source == .bridge {
      let url = urls[Int(step.event.sequence)]
      console.printHeading("\(time) s  request \(step.event.sequence)  \(url.printable)")
      printDecoded(url, to: &console)
    } else {
      let name = step.command ?? OutcomeStatus.unknownCommand.name
      console.printHeading("\(time) s  \(name)  \(origin(step))")
    }
    for turn in step.turns {
      var text = "\(turn.handler): \(answer(turn))"
      if !turn.results.isEmpty {
        text += ", result " + turn.results.map(\.text).joined(separator: " and ").printable
      }
      console.print("  " + "\(turn.stage)".padded(to: 9) + text)
    }
    if let reply = step.reply {
      console.print("  reply    " + reply.printable)
      if let cause = cause(step), let delay = delay(step) {
        let after = console.quantity.duration(nanoseconds: delay)
        console.print("           to request \(cause)" + (delay > 0 ? ", \(after) after it" : ""))
      }
    }
    console.print("  outcome  " + StepText.status(step.outcome, of: app))
  }

  /// Returns the origin of an event that no call made.
  private func origin(_ step: CallStep) -> String {
    guard step.event.kind == .location else { return "raised by the \(counted.device ?? "app")" }
    let fix = step.event.payload.location
    let age = Double(step.event.timestamp - fix.fixTimestamp) / 1e9
    return "fix \(NumberText.fixed(fix.latitude, decimals: 6)), "
      + "\(NumberText.fixed(fix.longitude, decimals: 6)), \(NumberText.fixed(age, decimals: 1)) s old"
  }

  private func printDecoded(_ url: String, to console: inout Console) {
    var decoder = CallDecoder(calls)
    do throws(CallError) {
      guard try decoder.decode(url) == .call else {
        console.print("  decoded  an address to load, not a call")
        return
      }
      var text = decoder.command.isEmpty ? "no command" : decoder.command
      var parameters: [String] = []
      var cursor = decoder.message.cursor()
      while let value = cursor.next(in: decoder.message.document) {
        parameters.append(decoder.message.document.withRawText(of: value) { $0.text })
      }
      text += parameters.isEmpty ? ", no parameters" : ", parameters "
      console.print("  decoded  " + (text + parameters.joined(separator: " and ")).printable)
    } catch { console.print("  decoded  \(error)") }
  }
}

extension String {
  /// The text with spaces behind it, `width` characters at least.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}

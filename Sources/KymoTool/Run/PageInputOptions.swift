import KymoCommandLine
import KymoRecording
import KymoScript
import KymoText

/// `--tap` and `--lifecycle`: what a person and the phone do to the page of a run.
struct PageInputOptions {
  static let options = [
    OptionSpecification(
      "tap",
      "SELECTOR@TIME",
      isRepeatable: true,
      help: """
        Tap the first element of a CSS selector at a time: seconds from the start of the session such as \
        10s or 1m30s, a moment such as 2026-11-26T10:00:00Z, or a time stamp such as at:12.5s. Takes the \
        place of the taps that the recording has.
        """
    ),
    OptionSpecification(
      "lifecycle",
      "STEP@TIME",
      isRepeatable: true,
      help: """
        What the phone does to the app at a time: pause@10s, resume@20s, and on Android back@30s, the \
        button; several with commas between them. Takes the place of what the recording has of it.
        """
    ),
  ].map(\.rare)

  private let taps: [(selector: String, moment: RecordedMoment)]
  private let steps: [(kind: PageInput.Kind, moment: RecordedMoment)]
  /// Whether the taps of the recording are left out, and what it has of the app's life.
  let (leavesTapsOut, leavesLifecycleOut): (Bool, Bool)

  /// Reads the command line.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - platform: the phone.
  /// - Throws: what is wrong with an act.
  init(_ arguments: ParsedArguments, on platform: PagePlatform) throws(CommandFailure) {
    taps = try arguments.texts("tap").map { text throws(CommandFailure) in
      let (selector, moment) = try Self.parts(text, of: "tap")
      guard selector.count <= PageInput.maximumCharacters else {
        throw .usage("--tap: a selector has at most \(PageInput.maximumCharacters) characters")
      }
      return (selector, moment)
    }
    let texts = arguments.texts("lifecycle").flatMap { text in
      text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    steps = try texts.map { text throws(CommandFailure) in
      let (name, moment) = try Self.parts(text, of: "lifecycle")
      guard let kind = PageInput.Kind(lifecycle: name) else {
        throw .usage("--lifecycle takes pause, resume or back; not '\(name.printable)'")
      }
      if kind == .back, platform == .ios {
        throw .usage(
          "--lifecycle \(text.printable): an iPhone has no button to go back; --platform android has one"
        )
      }
      return (kind, moment)
    }
    leavesTapsOut = arguments.isGiven("tap")
    leavesLifecycleOut = arguments.isGiven("lifecycle")
  }

  private static func parts(
    _ text: String,
    of option: String
  ) throws(CommandFailure) -> (String, RecordedMoment) {
    let form = option == "tap" ? "SELECTOR@TIME, such as '#go@10s'" : "STEP@TIME, such as pause@10s"
    guard let place = text.lastIndex(of: "@") else {
      throw .usage("--\(option) takes \(form); not '\(text.printable)'")
    }
    let (what, time) = (String(text[..<place]), String(text[text.index(after: place)...]))
    guard !what.allSatisfy(\.isWhitespace) else {
      throw .usage("--\(option) takes \(form); not '\(text.printable)'")
    }
    guard let moment = RecordedMoment(time) else {
      throw .usage(
        "--\(option) \(text.printable): a time is \(RecordedMoment.grammar), not '\(time.printable)'"
      )
    }
    return (what, moment)
  }

  /// The selectors of the taps.
  var selectors: [String] { taps.map(\.selector) }

  /// The acts of the command line.
  ///
  /// - Parameters:
  ///   - start: when the page is loaded, in ns.
  ///   - clock: the times of the session; nil without one.
  /// - Returns: them in the order in which the page feels them: by time, and at one time the taps first, as they were
  ///   given.
  /// - Throws: a time that is none of the session.
  func inputs(
    from start: Int64,
    _ clock: SessionDescription.Clock?
  ) throws(CommandFailure) -> [PageInput] {
    var inputs: [PageInput] = []
    for (selector, moment) in taps {
      inputs.append(PageInput(.tap(selector), at: try time(moment, start, clock, "tap")))
    }
    for (kind, moment) in steps {
      inputs.append(PageInput(kind, at: try time(moment, start, clock, "lifecycle")))
    }
    return inputs.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func time(
    _ moment: RecordedMoment,
    _ start: Int64,
    _ clock: SessionDescription.Clock?,
    _ option: String
  ) throws(CommandFailure) -> Int64 {
    let time: Int64?
    switch moment {
    case .seconds(let seconds):
      let (sum, overflow) = start.addingReportingOverflow(Int64(clamping: seconds))
      time = overflow ? nil : sum
    case .stamp(let stamp): time = Int64(exactly: stamp)
    case .date(let date):
      guard clock == .unix else {
        throw .usage(
          "--\(option): the times of this session count from its start, and are no dates; give seconds"
        )
      }
      time = Int64(exactly: date)
    }
    // The end of the run comes after it.
    guard let time, time < .max / 2 else {
      throw .usage("--\(option): a time is beyond what a session can have")
    }
    guard time >= start else {
      throw .usage("--\(option): a time is before the session begins, at \(start) ns")
    }
    return time
  }
}

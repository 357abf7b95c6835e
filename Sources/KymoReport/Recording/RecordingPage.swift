import KymoCore
import KymoHistogram
import KymoMCAP
public import KymoRecording
import KymoText

/// A recording as a page to look at: whether it is whole, its channels, places, commands and rates on one time line, and
/// tables of them.
public struct RecordingPage: ~Copyable {
  private let survey: RecordingSurvey
  private let subject: String
  private let origin: String?
  private let series: SeriesPlace?
  private let tool: String
  private let program: String
  private let commandLine: String

  /// A page of a survey that has a time line.
  ///
  /// - Parameters:
  ///   - survey: the recording, read.
  ///   - subject: its path.
  ///   - origin: where it came from, for people; nil if nobody says.
  ///   - series: its place among other files; nil if it is alone.
  ///   - tool: what the program is called.
  ///   - program: the same with its version.
  ///   - commandLine: what makes the page again.
  public init(
    _ survey: consuming RecordingSurvey,
    subject: String,
    origin: String?,
    series: SeriesPlace? = nil,
    tool: String,
    program: String,
    commandLine: String
  ) {
    self.survey = survey
    self.subject = subject
    self.origin = origin
    self.series = series
    self.tool = tool
    self.program = program
    self.commandLine = commandLine
  }

  /// The whole document.
  public var html: String {
    HTMLPage(
      head: head,
      state: isWhole ? nil : "INCOMPLETE",
      sections: timeline + RecordingTables.html(survey),
      foot: PageFoot(facts: facts, commandLine: commandLine, title: "The recording"),
      program: program,
      parts: [.timeline]
    ).html
  }

  private var isWhole: Bool {
    survey.problem == nil && !survey.wasInterrupted && survey.isFinished
  }

  private var duration: String {
    QuantityLabel.time(Int64(clamping: survey.durationNanoseconds))
  }

  private var head: PageHead {
    PageHead(
      command: "\(tool) inspect",
      subject: subject,
      verdict: verdict,
      label: "What is in the recording",
      tiles: tiles
    )
  }

  private var verdict: PageVerdict {
    if isWhole {
      return PageVerdict(
        word: "Complete",
        isGood: true,
        sentence: "\u{2013} \(tool) check finds no error in it."
      )
    }
    var reasons: [String] = []
    if let problem = survey.problem { reasons.append(problem.message) }
    if survey.wasInterrupted { reasons.append("the reading was interrupted") }
    if !survey.isFinished { reasons.append("its end was never written") }
    return PageVerdict(
      word: "INCOMPLETE",
      isGood: false,
      sentence: "This is what there is of it:",
      reasons: reasons,
      advice: survey.problem == nil ? nil : "\(tool) recover makes a whole file of what is good."
    )
  }

  private var tiles: [(String, String)] {
    let used = survey.channels.count { $0.count > 0 }
    let losses = survey.file.losses.reduce(0) { $0 + Int(clamping: $1.count) }
    return [
      ("events", NumberText.grouped(Int(clamping: survey.events))), ("in", duration),
      ("channels", "\(used)"), ("commands", "\(survey.commands.count)"),
      ("lost", losses == 0 ? "none" : NumberText.grouped(losses)),
    ]
  }

  /// The place of the plots, which the script fills, and what it draws.
  private var timeline: String {
    guard let source = TimelineSource(survey) else { return "" }
    let cut = "\(tool) cut \(subject.shellQuoted)"
    let columns = source.timeline.columns
    let length = QuantityLabel.time(Int64(clamping: columns.nanoseconds))
    let keys =
      "Drag to zoom into a part, with two fingers on a phone; a double click shows all. The keys: arrows move the "
      + "cursor, + and \u{2212} zoom, Page Up and Page Down go on, 0 shows all."
    let help =
      "The recording in \(NumberText.grouped(columns.count)) columns, each the least and the greatest of \(length). "
      + "\(keys)"
    var notes = HTMLText.note(HTMLText.escaped(help))
    if let left = leftOut(source.timeline) { notes += HTMLText.note(HTMLText.escaped(left)) }
    return HTMLText.section(
      "On one time line",
      notes
        + "<noscript><p class=\"note\">The plots need JavaScript; the tables below do not.</p></noscript>\n"
        + "<div id=\"timeline\"></div>\n" + TimelineData(source: source, cut: cut).html
    )
  }

  private func leftOut(_ timeline: RecordingTimeline) -> String? {
    let (channels, curves, outcomes) = timeline.leftOut
    var parts: [String] = []
    if channels > 0 { parts.append("\(channels) more channels") }
    if curves > 0 { parts.append("\(curves) more curves") }
    if outcomes > 0 { parts.append("\(outcomes) events of more commands") }
    return parts.isEmpty ? nil : "Not drawn: \(parts.joined(separator: ", "))."
  }

  private var facts: [(String, String)] {
    let file = survey.file
    var facts = [("file", HTMLText.name(subject))]
    if let origin { facts.append(("origin", HTMLText.name(origin))) }
    if let series { facts.append(("series", HTMLText.name(series.text))) }
    if let device = file.description?.device, !device.isEmpty {
      facts.append(("device", HTMLText.name(device)))
    }
    if let start = TimelineSource(survey).flatMap(\.epochMilliseconds) {
      facts.append(("begun", PageFoot.time(Int64(start * 1e6))))
    }
    if let result = file.result {
      facts.append(("app", HTMLText.name(result.app)))
      facts.append(("digest", "<code>\(TraceDigest.text(result.digest))</code>"))
    }
    for loss in file.losses {
      facts.append(("lost", "\(loss.count) at \(HTMLText.name(loss.place))"))
    }
    for step in file.lineage {
      let names = step.sources.map { HTMLText.name($0.name) }.joined(separator: ", ")
      facts.append(("made by", "\(HTMLText.name(step.operation)) of \(names)"))
    }
    return facts + [("program", HTMLText.name(program))]
  }
}

import KymoCore
import KymoHistogram
import KymoRecording

@testable import KymoBench
@testable import KymoReport

/// Results and contexts for the report.
enum ReportSample {
  /// Markup, an attribute's end, a control character, a turn of direction and a script's end.
  static let hostile = "<script>alert('1')</script>\"&\u{1B}[2J\u{202E}\u{0}"

  /// A run that has everything: a former result, losses, counters, a mode.
  static func context(hostile name: String = hostile) throws -> ExportContext {
    var context = ExportSample.context
    context.recording = "folder/\(name).mcap"
    context.inputDigest = "00000000000000ff"
    context.app = name
    context.mode = "strict"
    context.program = name
    context.commit = name
    context.digest = name
    context.losses = [.init(place: name, count: 3)]
    context.counters = [.init(name: name, count: 4)]
    context.baseline = try baseline { $0.replacing("accel", with: "other") }
    context.baseline?.file = name
    context.baseline?.digest = name
    context.baseline?.arrivals = name
    return context
  }

  /// What a former run would have written, after a change.
  static func json(_ change: (String) -> String = { $0 }) throws -> String {
    change(ExportFormat.json.text(of: try ExportSample.result(), ExportSample.context))
  }

  /// The same as a baseline.
  static func baseline(_ change: (String) -> String = { $0 }) throws -> BenchBaseline {
    try BenchBaseline(json: json(change), file: "before.json")
  }

  /// The values of all attributes and the text between all tags, if the page is balanced.
  static func scripts(in html: String) -> Int { html.matches(of: /<script/).count }
}

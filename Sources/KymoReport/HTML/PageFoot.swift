import KymoText

/// The end of every page: the facts of the run, and how to run it again.
struct PageFoot {
  /// Each fact: what it is, and its value; HTML.
  let facts: [(String, String)]
  /// The command line that runs the same again; nil if nobody knows.
  let commandLine: String?
  /// The heading of the facts.
  var title = "The run"

  /// Both sections; the second only if there is something in it.
  var html: String {
    let items = facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>\n" }
    let run =
      HTMLText.section(title, "<dl class=\"facts\">\n\(items.joined())</dl>\n")
    guard let commandLine else { return run }
    let code = HTMLText.element("code", "", HTMLText.escaped(commandLine))
    return run + HTMLText.section("Run it again", "<p class=\"again\">\(code)</p>\n")
  }
}

extension PageFoot {
  /// The facts of a context: what was measured, what else there is to say, when it was, of which commit, and by what.
  init(_ context: ExportContext, _ facts: [(String, String)]) {
    let environment = context.environment
    self.init(
      facts: Self.subject(context) + facts + Self.origin(context) + (environment?.facts ?? []),
      commandLine: environment?.commandLine
    )
  }

  private static func subject(_ context: ExportContext) -> [(String, String)] {
    let mode = context.mode.map { ", \($0) mode" } ?? ""
    let facts = [
      ("recording", HTMLText.name(context.recording)),
      ("app", HTMLText.name(context.app) + HTMLText.escaped(mode)),
    ]
    return facts + (context.machine.map { [("machine", HTMLText.name("\($0)"))] } ?? [])
  }

  private static func origin(_ context: ExportContext) -> [(String, String)] {
    var facts: [(String, String)] = []
    if let start = context.startNanoseconds { facts.append(("begun", time(start))) }
    if let commit = context.commit {
      facts.append(("commit", "<code>\(HTMLText.name(commit))</code>"))
    }
    return facts + [("program", HTMLText.name(context.program))]
  }

  /// A time of day in ns since the epoch, as HTML.
  static func time(_ nanoseconds: Int64) -> String {
    let time = CalendarTime(nanosecondsSinceEpoch: nanoseconds).iso
    return "<time datetime=\"\(time)\">\(time)</time>"
  }
}

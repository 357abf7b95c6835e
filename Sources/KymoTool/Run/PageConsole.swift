import KymoCommandLine
import KymoScript
import KymoText

/// The output of a page, kept until it can be printed.
final class PageConsole: PageObserver {
  /// A line of the console, or what is told in its place.
  struct Line {
    var time: Int64
    var level: String
    var text: String
  }

  /// How many lines a report for programs holds.
  static var maximumLines: Int { 10_000 }

  /// The lines so far, the first ``maximumLines``.
  private(set) var lines: [Line] = []
  /// How many there were.
  private(set) var lineCount: UInt64 = 0
  /// The names that the page uses and that are not there, with the place.
  private(set) var missing: [(name: String, place: String)] = []
  private(set) var loads: UInt64 = 0
  private(set) var dialogs: UInt64 = 0
  private var waiting: [Line] = []
  private var said: Set<String> = []
  private let printsNothing: Bool

  init(printsNothing: Bool) { self.printsNothing = printsNothing }

  private func add(_ level: String, _ text: String, _ time: Int64) {
    let line = Line(time: time, level: level, text: text)
    lineCount += 1
    if lines.count < Self.maximumLines { lines.append(line) }
    guard !printsNothing else { return }
    // What goes wrong at every event is said once, and counted in the report.
    if level == "uncaught" || level == "bridge", !said.insert(level + text).inserted { return }
    waiting.append(line)
  }

  func page(says message: ConsoleMessage, at time: Int64) { add(message.level, message.text, time) }

  func page(asks dialog: WebDialog, at time: Int64) {
    dialogs += 1
    add(dialog.kind, dialog.text, time)
  }

  func page(thrown exception: ScriptException, at time: Int64) {
    add("uncaught", "\(exception)", time)
  }

  func page(lacks name: String, at place: String) {
    missing.append((name, place))
    add("missing", place.isEmpty ? name : "\(name), used in \(place)", 0)
  }

  func pageDidFinish(at time: Int64) { loads += 1 }

  /// Prints what was not printed yet: what scripts log as they say it, anything else with its kind in front.
  func print(to console: inout Console) {
    guard !waiting.isEmpty else { return }
    for line in waiting {
      let text = line.text.printableLines
      switch line.level {
      case "log", "info", "dir", "table": console.print(text)
      case "uncaught": console.error("uncaught: \(text)")
      case "missing": console.error("the page uses something that does not exist here: \(text)")
      default: console.print("\(line.level): \(text)")
      }
    }
    waiting.removeAll(keepingCapacity: true)
  }
}

extension String {
  /// Without what would make a terminal do something else than show it; lines stay lines.
  fileprivate var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
  }
}

import KymoCommandLine
import KymoScript
import KymoText

/// The output of a page, kept until it can be printed.
///
/// However much a page says, a part is shown: the first lines and bytes, up to a limit; the rest is counted. Lines for
/// people that follow each other and are the same are one with a counter, as in Chromium; in a report for programs each
/// has its own time.
final class PageConsole: PageObserver {
  /// A line of the console, or what is told in its place.
  struct Line {
    var time: Int64
    var level: String
    var text: String
  }

  /// How many lines a report for programs holds.
  static var maximumLines: Int { 10_000 }
  /// How many lines are printed for people.
  static var maximumPrinted: Int { 100_000 }
  /// How many bytes all of these lines may have.
  static var maximumBytes: Int { 4 << 20 }
  /// How many bytes of one line are shown.
  static var maximumLineBytes: Int { 64 << 10 }

  /// The lines so far, for a report for programs.
  private(set) var lines: [Line] = []
  /// How many there were.
  private(set) var lineCount: UInt64 = 0
  /// The names that the page uses and that are not there, with the place.
  private(set) var missing: [(name: String, place: String)] = []
  private(set) var loads: UInt64 = 0
  private(set) var dialogs: UInt64 = 0
  /// How many lines are not shown, and how many bytes, with those of lines that were cut.
  private(set) var (leftOutLines, leftOutBytes) = (UInt64(0), UInt64(0))
  private var waiting: [Line] = []
  private var shownLines = 0
  private var shownBytes = 0
  /// The last line that was said, and how often once more.
  private var last: (level: String, text: String, repeats: UInt64)?
  private var said: Set<String> = []
  private let printsNothing: Bool

  init(printsNothing: Bool) { self.printsNothing = printsNothing }

  private func add(_ level: String, _ text: String, _ time: Int64, folds: Bool = false) {
    lineCount += 1
    if !printsNothing {
      // What goes wrong at every event is said once, and counted in the report.
      if level == "uncaught" || level == "bridge" {
        guard said.count < Self.maximumLines, said.insert(level + text).inserted else { return }
      }
      if folds, let last, last.level == level, last.text == text {
        self.last?.repeats += 1
        return
      }
      fold()
    }
    guard let shown = room(for: text) else { return }
    if folds, !printsNothing { last = (level, text, 0) }
    let line = Line(time: time, level: level, text: shown)
    if printsNothing { lines.append(line) } else { waiting.append(line) }
  }

  /// The part of a line that is shown; nil if there is no room for it.
  private func room(for text: String) -> String? {
    let bytes = text.utf8.count
    var shown = min(bytes, Self.maximumLineBytes)
    // A character is not cut in two.
    if shown < bytes {
      while let next = text.utf8.dropFirst(shown).first, next & 0xC0 == 0x80 { shown -= 1 }
    }
    guard shownLines < (printsNothing ? Self.maximumLines : Self.maximumPrinted),
      shownBytes + shown <= Self.maximumBytes
    else {
      // Once a line is left out, all are, so that what is shown is the beginning.
      shownLines = .max
      leftOutLines += 1
      leftOutBytes += UInt64(bytes)
      return nil
    }
    shownLines += 1
    shownBytes += shown
    guard shown < bytes else { return text }
    leftOutBytes += UInt64(bytes - shown)
    return String(decoding: text.utf8.prefix(shown), as: UTF8.self)
      + "… (\(bytes - shown) bytes more)"
  }

  /// Says how often the last line was said.
  private func fold() {
    if let last, last.repeats > 0, shownLines < Self.maximumPrinted {
      waiting.append(Line(time: 0, level: "log", text: "  (\(last.repeats + 1) times)"))
    }
    last = nil
  }

  /// The page says nothing any more.
  func end() { fold() }

  func page(says message: ConsoleMessage, at time: Int64) {
    add(message.level, message.text, time, folds: true)
  }

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

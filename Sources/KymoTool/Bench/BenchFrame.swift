import KymoBench
import KymoCommandLine
import KymoReport
import KymoText

/// The top and the bottom of a benchmark's report for people: first the verdict, and what was
/// measured on what, in 80 columns; last the line that makes it again.
struct BenchFrame {
  /// The widest line, in characters.
  private static let width = 80
  /// Where texts begin.
  private static let indent = 10

  private let facts: [(label: String, text: String)]
  private let commandLine: String?

  /// Frames figures that may be compared with others, or not.
  ///
  /// - Parameters:
  ///   - reasons: why they must not be; empty if they may.
  ///   - advice: what to do about the reasons; nil if nobody knows.
  ///   - context: of what they are; nil if nobody said.
  init<Reason>(reasons: [Reason], advice: String? = nil, _ context: ExportContext?) {
    if reasons.isEmpty {
      let broken = context?.limits?.brokenWords ?? ""
      self.init(context == nil ? [] : [("verdict", "valid" + broken)], context)
    } else {
      let said = [advice, "do not compare these figures with others, because:"].compactMap(\.self)
      let why = reasons.map { "\($0)".printable }
      let texts = (said + why).enumerated().map { ($0.offset == 0 ? "INVALID" : "", $0.element) }
      self.init(texts, context)
    }
  }

  /// Frames a report that says first what was found.
  ///
  /// - Parameters:
  ///   - findings: what each is, and what it says.
  ///   - context: of what they are; nil if nobody said.
  init(_ findings: [(label: String, text: String)], _ context: ExportContext?) {
    var facts = findings
    if let context {
      if !context.recording.isEmpty {
        facts.append(("recording", context.recording.printable))
      }
      facts.append(("app", context.app.printable))
      if let machine = context.machine { facts.append(("machine", "\(machine)")) }
    }
    self.facts = facts
    commandLine = context?.environment?.commandLine
  }

  /// Says why figures must not be compared, where no frame does: beside what is for programs, or nothing.
  static func complain<Reason>(of reasons: [Reason], to console: inout Console) {
    for reason in reasons { console.complain("INVALID: \(reason)") }
  }

  /// Prints what stands first.
  func printHead(to console: inout Console) {
    for (label, text) in facts {
      let gap = String(repeating: " ", count: max(1, Self.indent - label.count))
      let next = String(repeating: " ", count: Self.indent)
      console.print(
        HelpText.fill(HelpText.words(text), width: Self.width, first: label + gap, next: next)
      )
    }
    if !facts.isEmpty { console.print("") }
  }

  /// Prints what stands last.
  func printFoot(to console: inout Console) {
    if let commandLine { console.print("again     \(commandLine)") }
  }
}

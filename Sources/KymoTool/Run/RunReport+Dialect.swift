import KymoCommandLine
import KymoReport
import KymoScript
import KymoText

extension RunReport {
  /// Says what the page finds around it, where that follows from something else.
  func printSetting(to output: inout Console) {
    if let origin = link.view.origin { output.print("origin    \(origin)") }
    if let bundler = link.view.bundler { output.print("modules   bundled by \(bundler)") }
    answers.print(to: &output)
  }

  /// Says which dialect was taken, and what the phone behind it did.
  func printDialect(to output: inout Console) {
    guard let dialect = link.dialect else { return }
    let options = dialect.options
    output.print(
      "dialect   \(options.bridge.rawValue) on \(options.platform.rawValue)"
        + (options.reason.map { ", since \($0.printable)" } ?? "")
    )
    let calls = link.deviceCalls.sorted { $0.key < $1.key }
    if !calls.isEmpty {
      let texts = calls.prefix(8).map { "\($0.key.printable) \($0.value)" }
      output.print(
        "plugins   answered " + texts.joined(separator: ", ")
          + (calls.count > 8 ? " and \(calls.count - 8) more commands" : "")
      )
    }
    if link.repeatedAnswers > 0 {
      output.print(
        "repeated  \(link.repeatedAnswers) calls beyond the phone's got its last answers again"
      )
    }
    if dialect.unheardCount > 0 {
      output.print(
        "unheard   \(dialect.unheardCount) events of the app, which the page has nobody for"
      )
    }
    if dialect.reportCount > 0 {
      output.print(
        "reported  \(dialect.reportCount) messages that came to nothing, see above"
          + (isStrict ? ": no success with --strict" : "")
      )
    }
  }
}

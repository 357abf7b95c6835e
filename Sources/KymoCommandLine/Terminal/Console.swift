package import KymoText
import KymoTrials

/// The two streams of a command and what is drawn on them.
///
/// Results go to standard output through ``print(_:)``, buffered; remarks, errors and the progress
/// bar go to standard error. There is one console and one owner at a time.
package struct Console: ~Copyable {
  /// Standard output, for results.
  package private(set) var output: OutputStream
  /// Standard error, for everything that is not the result.
  package private(set) var diagnostics: OutputStream
  /// The description of the place where the text appears.
  package let terminal: TerminalDescription
  /// Raised when the user wants the work to stop.
  package let interrupt: Interrupt
  /// The source of complaints: the tool and its command.
  package var speaker = ""
  /// Whether notes and progress are unwanted.
  package var isQuiet = false
  /// Whether standard output carries a recording or an export, so that reports go to standard error.
  package var isOutputTaken = false

  private let now: @Sendable () -> Int64
  private var progress: ProgressBar?
  private var isProgressVisible = false
  private var shared: SharedProgress?

  /// Joins two streams; `now` is a monotonic time in ns and paces the progress bar.
  package init(
    output: consuming OutputStream,
    diagnostics: consuming OutputStream,
    terminal: TerminalDescription,
    interrupt: Interrupt = .process,
    now: @escaping @Sendable () -> Int64 = { MonotonicTime.nanoseconds() }
  ) {
    self.output = output
    self.diagnostics = diagnostics
    self.terminal = terminal
    self.interrupt = interrupt
    self.now = now
  }

  /// A console that keeps everything in memory, for tests.
  package static func captured(
    terminal: TerminalDescription = TerminalDescription(),
    interrupt: Interrupt = Interrupt(),
    now: @escaping @Sendable () -> Int64 = { 0 }
  ) -> Console {
    Console(
      output: OutputStream(.memory),
      diagnostics: OutputStream(.memory),
      terminal: terminal,
      interrupt: interrupt,
      now: now
    )
  }

  /// How quantities are written for this terminal.
  package var quantity: QuantityText { QuantityText(isUnicode: terminal.isUnicode) }

  /// Writes a part of the result to standard output; ends the line if `text` does not.
  ///
  /// Characters that steer a terminal are replaced: names come from files and command lines.
  package mutating func print(_ text: String) { printStyled(text.printableLines) }

  /// As ``print(_:)``, of a text whose control characters are our own.
  private mutating func printStyled(_ text: String) {
    hideProgress()
    let line = text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    if isOutputTaken { return diagnostics.write(line) }
    output.write(line)
    // On a terminal the reader waits for every line; in a pipe nobody does.
    if terminal.isOutputTerminal { output.flush() }
  }

  /// Writes what has taken standard output, while everything else goes to standard error.
  package mutating func printTaken(_ text: String) {
    hideProgress()
    output.write(text)
  }

  /// Writes bytes to standard output that has been taken, text or not.
  package mutating func printTaken(_ bytes: [UInt8]) {
    hideProgress()
    output.write(bytes)
  }

  /// Writes a report as JSON to standard output.
  package mutating func print(_ report: JSONText) { print(report.text) }

  /// Writes a table to standard output.
  package mutating func print(_ table: TextTable) { printStyled(table.text(for: terminal)) }

  /// Writes a plot to standard output, as wide as the terminal.
  package mutating func print(_ plot: TerminalPlot) { print(plot.text(for: terminal)) }

  /// Writes a heading, bold where there is colour.
  package mutating func printHeading(_ title: String) {
    let shown = title.printableLines
    printStyled(terminal.hasColor ? "\u{1B}[1m\(shown)\u{1B}[0m" : shown)
  }

  /// Writes a remark to standard error, unless `--quiet`.
  package mutating func note(_ text: String) {
    if !isQuiet { error(text) }
  }

  /// Writes a line to standard error, whatever was asked for; what steers a terminal is replaced.
  package mutating func error(_ text: String) {
    hideProgress()
    // Everything printed so far comes first, for a reader who sees both streams in one place.
    output.flush()
    diagnostics.write(text.printableLines + "\n")
    diagnostics.flush()
  }

  /// Writes a line to standard error that says which command it is about.
  package mutating func complain(_ text: String) {
    error(speaker.isEmpty ? text : "\(speaker): \(text)")
  }

  /// Writes out both streams.
  package mutating func flush() {
    output.flush()
    diagnostics.flush()
  }

  // MARK: Progress

  /// Starts to show how far the work is, on a terminal and once it has taken a second.
  ///
  /// `total` is how many of `unit` there are to do, or `nil` when nobody knows.
  package mutating func beginProgress(_ title: String, of total: Int?, unit: String) {
    endProgress()
    guard terminal.isDiagnosticsTerminal, !isQuiet else { return }
    progress = ProgressBar(
      title: title,
      total: total,
      unit: unit,
      width: terminal.width,
      isUnicode: terminal.isUnicode,
      startNanoseconds: now()
    )
  }

  /// Starts to show how much of a time is over, as ``beginProgress(_:of:unit:)`` does of other units: what is done is
  /// told in ms.
  package mutating func beginProgress(_ title: String, ofNanoseconds total: Int64) {
    beginProgress(title, of: Int(total / 1_000_000), unit: ProgressBar.milliseconds)
  }

  /// Starts to show how far work is that somebody else does, on any thread.
  ///
  /// - Parameters:
  ///   - title: what is done.
  ///   - unit: what is counted.
  /// - Returns: the bar, to be told how far it is until ``endSharedProgress()``; nil if none is wanted.
  package mutating func beginSharedProgress(_ title: String, unit: String) -> SharedProgress? {
    beginProgress(title, of: nil, unit: unit)
    guard let progress, let descriptor = diagnostics.descriptor else { return nil }
    diagnostics.flush()
    self.progress = nil
    shared = SharedProgress(progress, on: descriptor, now: now)
    return shared
  }

  /// Tells how many units are done; redraws at most ten times a second.
  ///
  /// Reads the clock, so call it once per batch of a hot loop rather than once per event.
  package mutating func progress(to done: Int) {
    guard let line = progress?.update(done: done, atNanoseconds: now()) else { return }
    diagnostics.write("\r\(line)\u{1B}[K")
    diagnostics.flush()
    isProgressVisible = true
  }

  /// Removes the bar from the screen; harmless when there is none.
  package mutating func endProgress() {
    hideProgress()
    progress = nil
  }

  /// Removes the bar of somebody else from the screen, also if it is told of more.
  package mutating func endSharedProgress() {
    shared?.hide(forEver: true)
    shared = nil
  }

  private mutating func hideProgress() {
    shared?.hide()
    guard isProgressVisible else { return }
    diagnostics.write("\r\u{1B}[K")
    diagnostics.flush()
    isProgressVisible = false
  }
}

package import KymoBridge
package import KymoRecording

/// Reads the lines of a log of calls, one after the other, so that the file does not have to be in memory.
package struct CallLogBuilder: ~Copyable {
  /// How calls are written.
  let calls: CallRules
  private(set) var reader: CallLogReader
  /// How many lines there were that are not empty.
  private(set) var lines = 0
  private(set) var malformed: CallLog.Lines?
  private(set) var cutOff: CallLog.Lines?

  /// Begins a log.
  ///
  /// - Parameter calls: how calls are written.
  package init(_ calls: CallRules) {
    self.calls = calls
    reader = CallLogReader(calls)
  }

  /// Reads the next line.
  ///
  /// - Parameters:
  ///   - line: without its end.
  ///   - number: its number, from 1.
  ///   - isCutOff: whether the file ends behind it, without the end of a line.
  package mutating func add(_ line: ArraySlice<UInt8>, number: Int, isCutOff: Bool) {
    let isEmpty = line.allSatisfy {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r")
    }
    if isEmpty { return }
    lines += 1
    do { try reader.read(line, number: number) } catch {
      if isCutOff, error.isNoJSON {
        cutOff.count(number, error.text)
      } else {
        malformed.count(number, error.text)
      }
    }
  }

  /// Passes over lines that are longer than a line may be.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - line: the number of the first.
  package mutating func passOver(_ count: Int, first line: Int) {
    for _ in 0..<count { malformed.count(line, CallLogReader.tooLong.text) }
    lines += count
  }

  /// Ends the log.
  ///
  /// - Parameters:
  ///   - path: its name, for messages.
  ///   - unit: what the numbers of the times count; nil to see it from them.
  /// - Returns: the log.
  /// - Throws: what is wrong, with file and line, and the remedy.
  package consuming func finish(
    _ path: String,
    _ unit: TimeUnit?
  ) throws(CallLogError) -> CallLog {
    try CallLog(self, path, unit)
  }
}

extension CallLog.Lines? {
  /// Counts a line; of the first of them, in the order of the file, the reason stays.
  mutating func count(_ line: Int, _ reason: String) {
    guard var lines = self else {
      self = CallLog.Lines(count: 1, line: line, reason: reason)
      return
    }
    lines.count += 1
    if line < lines.line { (lines.line, lines.reason) = (line, reason) }
    self = lines
  }
}

import KymoCommandLine
import KymoMCAP
import KymoRecording
import KymoText

/// The times that a recording has, and those that a command line names in it.
struct RecordedTimes {
  private let path: String
  private let times: ClosedRange<UInt64>
  /// Whether times are ns since 1970.
  private let isUnix: Bool

  /// The first moment of 2001, in ns since 1970: what is later in a file that does not say it is a date.
  private static let leastDate: UInt64 = 978_307_200_000_000_000

  /// Looks for the first and the last message.
  ///
  /// - Throws: that there is none, or what is wrong with the file.
  init(_ file: SessionFile, _ path: String) throws(CommandFailure) {
    let found: ClosedRange<UInt64>?
    do { found = try file.inputTimes() } catch { throw CommandFailure(error, file: path) }
    guard let found else {
      throw CommandFailure(file: path, "it has no messages, and so no times")
    }
    self.path = path
    times = found
    isUnix = file.description.map { $0.clock == .unix } ?? (found.lowerBound >= Self.leastDate)
  }

  /// The moment that an option names, in ns as the recording has it; nil if it is not given.
  func moment(
    _ option: String,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> UInt64? {
    guard let text = arguments.textIfGiven(option) else { return nil }
    switch RecordedMoment(text) {
    case .seconds(let seconds):
      let (moment, overflow) = times.lowerBound.addingReportingOverflow(seconds)
      return overflow ? .max : moment
    case .stamp(let time): return time
    case .date(let moment):
      guard isUnix else {
        throw CommandFailure(
          file: path,
          "its times count from its start, and are no dates",
          remedy: "give --\(option) in seconds"
        )
      }
      return moment
    case nil:
      throw .usage("--\(option) wants \(RecordedMoment.grammar), not '\(text)'")
    }
  }

  /// Refuses a range in which the recording has nothing.
  func check(_ start: UInt64?, _ end: UInt64?) throws(CommandFailure) {
    if let start, let end, start >= end { throw .usage("--start is not before --end") }
    if let start, start > times.upperBound {
      throw CommandFailure(file: path, "it has nothing at or after --start: \(has)")
    }
    if let end, end <= times.lowerBound {
      throw CommandFailure(file: path, "it has nothing before --end: \(has)")
    }
  }

  /// The times of the recording, as the rest of a sentence.
  private var has: String {
    let length = times.upperBound - times.lowerBound
    let seconds = NumberText.shortest(Double(length) / 1e9)
    guard isUnix, let first = Int64(exactly: times.lowerBound) else {
      return "its messages are from 0 s to \(seconds) s"
    }
    let date = CalendarTime(nanosecondsSinceEpoch: first).iso
    return "its messages are from 0 s to \(seconds) s, and the first is of \(date)"
  }
}

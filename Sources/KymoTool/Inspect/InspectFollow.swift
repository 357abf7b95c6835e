import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoRecording
import KymoText

/// `kymo inspect --follow`: what comes into a recording while it is written.
enum InspectFollow {
  static let flag = FlagSpecification(
    "follow",
    help: """
      Print a line a second with the new messages of a recording that is being written, until it has its end \
      or you press Ctrl-C.
      """
  )

  /// How long between two looks, in ns, and how often Ctrl-C is noticed meanwhile.
  private static let (period, nap): (Int64, Int64) = (1_000_000_000, 50_000_000)

  static func run(
    _ path: String,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let clock = MonotonicClock()
    var counts = FollowedCounts()
    var place = Self.place(of: path)
    if place != path { console.note("following \(place.printable)") }
    let begin = clock.now
    var isFirst = true
    while true {
      let new: [(topic: String, count: UInt64)]
      do throws(MCAPError) { new = try counts.look(at: place) } catch {
        // It has taken its name since the look before.
        if !isFirst, place != path, Self.place(of: path) == path {
          place = path
          continue
        }
        throw CommandFailure(error, file: place)
      }
      let seconds = Int((clock.now - begin + period / 2) / period)
      if isFirst || !new.isEmpty { console.print(line(new, isFirst ? "so far" : "\(seconds) s")) }
      // Whoever reads a pipe wants it now, too.
      console.flush()
      isFirst = false
      if counts.isOver {
        console.print("the recording is over")
        return .success
      }
      let next = begin + Int64(seconds + 1) * period
      while clock.now < next {
        if console.interrupt.isRequested { return .success }
        clock.wait(until: min(next, clock.now + nap))
      }
    }
  }

  /// The file to look at: that of a process that is writing the recording, if there is one.
  private static func place(of path: String) -> String {
    UnfinishedFile.all(of: path).last { $0.isBeingWritten }?.path ?? path
  }

  private static func line(_ new: [(topic: String, count: UInt64)], _ time: String) -> String {
    let words = new.map { "\($0.topic.printable) \(NumberText.grouped(Int(clamping: $0.count)))" }
    let text = words.isEmpty ? "nothing yet" : words.joined(separator: ", ")
    return String(repeating: " ", count: max(0, 7 - time.count)) + time + "  " + text
  }
}

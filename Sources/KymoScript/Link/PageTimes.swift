import KymoCore
import KymoHistogram

/// How long a page took over what each command brought it, and how long its own calls waited.
public struct PageTimes {
  /// By the id of the command; the first are those of unknown commands.
  public let commands: [PageCommandTimes]
  private let clock = MonotonicClock()

  /// Nothing was measured yet.
  ///
  /// - Parameter commands: the names of the app's commands, in the order of their ids.
  init(_ commands: [String]) {
    self.commands = (["(unknown)"] + commands).map { PageCommandTimes(name: $0) }
  }

  /// The time on the wall, in ns.
  var now: Int64 { clock.now }

  /// Counts how long the page took over an outcome, in ns.
  func note(page duration: Int64, of command: CommandID) {
    commands[row(of: command)].page.record(duration)
  }

  /// Counts how long a call of the page waited until it was done with, in ns.
  func note(roundTrip duration: Int64, of command: CommandID) {
    commands[row(of: command)].roundTrip.record(duration)
  }

  private func row(of command: CommandID) -> Int {
    let row = Int(command.rawValue)
    return row < commands.count ? row : 0
  }
}

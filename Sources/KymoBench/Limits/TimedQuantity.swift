/// Which of the times of an event a limit is about, under the name that it has in reports.
public enum TimedQuantity: String, Sendable, CaseIterable {
  /// From when an event was due to the end of its handlers.
  case response
  /// From when the dispatcher took it up to the end of its handlers.
  case service
  /// From when a request was due to the reply that names it.
  case reply
  /// From when an event was due until the generator began to push it: how late the load was.
  case slip

  /// The times of a command.
  func summary(of report: CommandReport) -> LatencySummary {
    switch self {
    case .response: report.response
    case .service: report.service
    case .reply: report.reply
    case .slip: report.slip
    }
  }
}

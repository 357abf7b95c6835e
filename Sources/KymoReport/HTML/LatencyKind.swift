import KymoBench
import KymoHistogram

/// One of the times that are measured of every command.
enum LatencyKind: String, CaseIterable {
  case response
  case service
  case reply

  /// The name of the time, and where it begins and ends.
  var title: String {
    switch self {
    case .response: "Response time, from when each event was due"
    case .service: "Service time, from when the dispatcher took the event up"
    case .reply: "Time from when a request was due to its reply"
    }
  }

  /// A word for the axis.
  var axis: String {
    switch self {
    case .response: "response time, log scale"
    case .service: "service time, log scale"
    case .reply: "time to the reply, log scale"
    }
  }

  /// The figures of a command.
  func summary(_ report: CommandReport) -> LatencySummary {
    switch self {
    case .response: report.response
    case .service: report.service
    case .reply: report.reply
    }
  }

  /// All times of a command.
  func histogram(_ report: CommandReport) -> Histogram {
    switch self {
    case .response: report.responseHistogram
    case .service: report.serviceHistogram
    case .reply: report.replyHistogram
    }
  }

  /// The figures of a command in a baseline.
  func distribution(_ command: BenchBaseline.Command) -> BenchBaseline.Distribution {
    switch self {
    case .response: command.response
    case .service: command.service
    case .reply: command.reply
    }
  }
}

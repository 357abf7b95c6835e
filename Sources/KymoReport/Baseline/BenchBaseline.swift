import KymoBench
import KymoHistogram

/// A former result that a new one is compared with, as `kymo bench --export json` wrote it.
public struct BenchBaseline: Sendable, Equatable {
  /// The figures that were measured of one command.
  struct Command: Sendable, Equatable {
    /// The name of the command.
    var name: String
    /// How many of its events were measured.
    var count: Int64
    /// From the intended start to the end of the handlers.
    var response: Distribution
    /// From the dispatch to the end of the handlers.
    var service: Distribution
    /// From the intended start of a request to its reply.
    var reply: Distribution
  }

  /// The percentiles of one histogram, and the curve through them.
  struct Distribution: Sendable, Equatable {
    var summary: LatencySummary
    var curve: NinesCurve

    init(_ histogram: Histogram) {
      summary = LatencySummary(histogram)
      curve = NinesCurve(histogram)
    }
  }

  /// The largest file that is read, in bytes.
  public static let maximumBytes = 1 << 28

  /// The file, as the user named it.
  public var file: String
  /// The subject of the measurement.
  public var subject: BenchSubject
  /// Whether its figures may be compared with others.
  public var valid: Bool
  /// How the events arrived, in words.
  public var arrivals: String
  /// How many events there were.
  public var events: Int64
  /// The digest over all outcomes.
  public var digest: String
  /// The mean rate at which events were due, in events/s.
  public var offeredRate: Double
  /// The mean rate at which they were done, in events/s.
  public var achievedRate: Double
  /// Each command.
  var commands: [Command]
  /// All commands together.
  var overall: Command

  /// The command of that name, if there is one.
  func command(_ name: String) -> Command? { commands.first { $0.name == name } }
}

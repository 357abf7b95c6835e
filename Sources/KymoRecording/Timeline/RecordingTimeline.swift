import KymoCore
import KymoMCAP

/// A recording as it is drawn: what each column of a time line has of every channel, and of the outcomes.
///
/// Memory does not depend on the length of the recording, and is some 20 MiB at most.
public struct RecordingTimeline {
  /// How many channels are kept, in the order in which they come.
  public static let maximumChannels = 64
  /// How many curves of all channels are kept.
  public static let maximumCurves = 96
  /// How many commands and ways to end are kept.
  public static let maximumOutcomes = 128

  /// The columns.
  public let columns: TimeColumns
  /// The channels, in the order in which they come.
  public private(set) var channels: [ChannelTimeline] = []
  /// The outcomes, in the order in which they come.
  public private(set) var outcomes: [OutcomeColumns] = []
  /// The requests by the commands that they name, in the order in which they come.
  public private(set) var requests: [(command: String, counts: [UInt32])] = []
  private var requestPlaces: [String: Int] = [:]  // Looked up, never iterated.
  /// How many channels, curves and outcomes were left out.
  public private(set) var leftOut: (channels: Int, curves: Int, outcomes: UInt64) = (0, 0, 0)
  /// The place in ``outcomes`` of each command and status; -1 before the first.
  private var places: [Int32] = []

  private static let statusCount = OutcomeStatus.allCases.count

  /// Starts with nothing on it.
  init(_ columns: TimeColumns) { self.columns = columns }

  /// Adds a channel, whose place is the next one.
  mutating func register(topic: String, _ fields: NumberFields?, _ json: JSONNumbers? = nil) {
    guard channels.count < Self.maximumChannels else {
      leftOut.channels += 1
      return
    }
    let channel = ChannelTimeline(topic: topic, columns: columns, fields: fields, json: json)
    let count = channels.reduce(0) { $0 + $1.curveCount }
    if count + channel.curveCount > Self.maximumCurves {
      leftOut.curves += channel.curveCount
      channels.append(ChannelTimeline(topic: topic, columns: columns, fields: nil))
    } else {
      channels.append(channel)
    }
  }

  /// Adds a message of a channel.
  mutating func add(_ data: RawSpan, at time: UInt64, to channel: Int) {
    guard channel < channels.count else { return }
    if channels[channel].isUndecided, channels[channel].decide(data) {
      let count = channels.reduce(0) { $0 + $1.curveCount }
      if count > Self.maximumCurves { leftOut.curves += channels[channel].dropCurves() }
    }
    channels[channel].add(data, at: time)
  }

  /// Adds a step of a trace; what is none is left out.
  mutating func addStep(_ data: RawSpan, at time: UInt64, _ layout: TraceStepLayout) {
    let head: TraceStepHead
    do throws(TraceStepHead.Problem) { head = try TraceStepHead(data, layout) } catch { return }
    let key = Int(head.command.rawValue) * Self.statusCount + Int(head.status.rawValue)
    if key >= places.count { places += repeatElement(-1, count: key + 1 - places.count) }
    if places[key] < 0 {
      guard outcomes.count < Self.maximumOutcomes else {
        leftOut.outcomes += 1
        return
      }
      places[key] = Int32(outcomes.count)
      outcomes.append(
        OutcomeColumns(
          command: head.command.rawValue,
          status: head.status,
          counts: Array(repeating: 0, count: columns.count)
        )
      )
    }
    outcomes[Int(places[key])].counts[columns.index(of: time)] &+= 1
  }

  /// Adds a request; of commands beyond ``maximumOutcomes`` all are one.
  mutating func addRequest(_ command: String, at time: UInt64) {
    let hasRoom = requests.count < Self.maximumOutcomes
    let name = requestPlaces[command] != nil || hasRoom ? command : "others"
    let place = requestPlaces[name] ?? requests.count
    if place == requests.count {
      requestPlaces[name] = place
      requests.append((name, Array(repeating: 0, count: columns.count)))
    }
    requests[place].counts[columns.index(of: time)] &+= 1
  }
}

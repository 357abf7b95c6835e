import KymoCore
import KymoRecording

/// Gives out events in groups.
///
/// The first group goes out as the recording is read. Meanwhile those of other groups are kept, as long as they are few.
/// If they are many, the recording is read once for each group. It is an object of its own for the reason that
/// ``EventBlocks`` is one.
final class EventGroups {
  /// How many events are kept.
  static let maximumKept = 1 << 17

  private let column: String
  /// The source whose channel is that of a source, by its number.
  private let channels: [UInt16]
  /// The groups that were met, in the order of their first events.
  private var met: [UInt16] = []
  private var current = 0
  private var kept: [NumberedEvent] = []
  /// The number of the group of each event that is kept.
  private var numbers: [Int] = []
  private var isOverflown = false
  /// The place among the kept ones; nil while the recording is read.
  private var place: Int?

  /// Groups by a column of the table of events: topic, command, kind or source.
  init(by column: String, _ source: QuerySource) {
    self.column = column
    let rows = source.routing.channels
    channels = (0...UInt8.max).map { number in
      UInt16((rows.row(SourceID(rawValue: number))?.source ?? .bridge).rawValue)
    }
  }

  private func key(_ event: Event) -> UInt16 {
    switch column {
    case "topic": channels[Int(event.source.rawValue)]
    case "command": event.command.rawValue
    case "kind": UInt16(event.kind.rawValue)
    default: UInt16(event.source.rawValue)
    }
  }

  /// Whether an event belongs to the group that is given out; if not, it may be kept.
  func has(_ row: NumberedEvent) -> Bool {
    let key = key(row.event)
    if current < met.count, met[current] == key { return true }
    var number = met.firstIndex(of: key)
    if number == nil {
      met.append(key)
      number = met.count - 1
    }
    if number == current { return true }
    if !isOverflown {
      if kept.isEmpty { kept.reserveCapacity(Self.maximumKept + 1) }
      kept.append(row)
      numbers.append(number ?? 0)
      if kept.count > Self.maximumKept {
        isOverflown = true
        kept = []
        numbers = []
      }
    }
    return false
  }

  /// The next event that was kept, when the recording has ended or after another one that was kept.
  ///
  /// - Returns: the event; nil if there is none.
  func takeKept() -> NumberedEvent? {
    guard !isOverflown else { return nil }
    var next = place.map { $0 + 1 } ?? kept.count
    while current < met.count {
      while next < kept.count {
        if numbers[next] == current {
          place = next
          return kept[next]
        }
        next += 1
      }
      current += 1
      next = 0
    }
    return nil
  }

  /// Goes on to the next group, for which the recording has to be read again.
  ///
  /// - Returns: false if there is none.
  func goOn() -> Bool {
    guard isOverflown else { return false }
    current += 1
    return current < met.count
  }
}

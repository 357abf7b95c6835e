import KymoBridge
public import KymoCore
import KymoMCAP

extension EventListSource {
  /// A source of inputs in memory, as a recording of them would be played: in the order of the contract,
  /// whatever the order in which they arrived, numbered within each source, with the commands of a routing.
  ///
  /// - Complexity: O(n log n).
  public init(_ inputs: [SessionInput], _ routing: CommandRouting) {
    var router = CallRouter(routing.names, rules: routing.calls)
    var sequences = [UInt32](repeating: 0, count: 256)
    var entries: [Entry] = []
    entries.reserveCapacity(inputs.count)
    for index in inputs.dispatchOrder {
      let input = inputs[index]
      var event = input.event
      event.command = routing.command(of: event.source)
      if event.kind == .message, event.command == .unknown {
        event.command = input.text.withRawSpan { router.command(of: $0) }
      }
      let source = Int(event.source.rawValue)
      event.sequence = sequences[source]
      sequences[source] &+= 1
      entries.append(Entry(event: event, message: input.text))
    }
    self.init(entries)
  }
}

extension [SessionInput] {
  /// The places of the inputs in the order of dispatch: of one time by source, then as they stand.
  ///
  /// - Complexity: O(n log n).
  var dispatchOrder: [Int] {
    indices.sorted { left, right in
      let (first, second) = (self[left].event, self[right].event)
      return (first.timestamp, first.source.rawValue, left)
        < (second.timestamp, second.source.rawValue, right)
    }
  }
}

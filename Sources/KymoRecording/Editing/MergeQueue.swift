/// The recordings of a merge, by the time of their next messages: a heap.
struct MergeQueue {
  private let sources: [MergeSource]
  /// The numbers of those that have messages, the one whose is next first.
  private var heap: [Int] = []
  private var times: [UInt64]

  /// Takes recordings that have begun.
  init(_ sources: [MergeSource]) {
    self.sources = sources
    times = sources.map(\.time)
    for source in sources where source.head != nil {
      heap.append(source.number)
      rise(heap.count - 1)
    }
  }

  /// The recording whose message is next; the first of those at the same time.
  var first: MergeSource? { heap.first.map { sources[$0] } }

  /// The earliest time of the messages of the others, in ns; nil if there are no others.
  var nextTime: UInt64? {
    switch heap.count {
    case 0, 1: nil
    case 2: times[heap[1]]
    default: min(times[heap[1]], times[heap[2]])
    }
  }

  /// Puts the first recording in its place again, once it has gone on.
  mutating func update() {
    guard let number = heap.first else { return }
    if sources[number].head == nil {
      let last = heap.removeLast()
      if heap.isEmpty { return }
      heap[0] = last
    } else {
      times[number] = sources[number].time
    }
    sink()
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (times[heap[left]], heap[left]) < (times[heap[right]], heap[right])
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, precedes(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && precedes(child, least) {
        least = child
      }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}

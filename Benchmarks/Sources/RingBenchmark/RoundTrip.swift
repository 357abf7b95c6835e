import BenchmarkKit
import CPeers
import KymoCore

// core 0 ──▶ ring ──▶ core 1 ──▶ ring ──▶ core 0
//
// One element is on its way at a time. Each round trip is measured by itself, by two looks at the clock in all
// ways alike, and a round's figure is the median.

let trips = 200_000

/// The two ends of a new ring, each to be taken by a thread.
func makeEnds() -> (HandOver<SPSCRing<Words>.Producer>, HandOver<SPSCRing<Words>.Consumer>) {
  let ring = SPSCRing<Words>(minimumCapacity: Int(capacity))
  var producer: HandOver<SPSCRing<Words>.Producer>?
  var consumer: HandOver<SPSCRing<Words>.Consumer>?
  ring.split {
    producer = HandOver($0)
    consumer = HandOver($1)
  }
  guard let producer, let consumer else { preconditionFailure("a ring has two ends") }
  return (producer, consumer)
}

/// The median round trip in ns through two rings of ours.
func kymographRoundTrip() -> Double {
  let (output, input) = makeEnds()
  let (answers, answered) = makeEnds()
  // Written by the caller's thread alone, and read after it has ended.
  nonisolated(unsafe) var times = [Int64](repeating: 0, count: trips)
  let echo = JoiningThread {
    peers_pin(1)
    var consumer = input.take()
    var producer = answers.take()
    for _ in 0..<trips {
      var words = consumer.pop()
      while words == nil { words = consumer.pop() }
      if let words { while producer.tryPush(words) != nil {} }
    }
  }
  let caller = JoiningThread {
    peers_pin(0)
    var producer = output.take()
    var consumer = answered.take()
    let clock = MonotonicClock()
    for trip in 0..<trips {
      let start = clock.now
      while producer.tryPush(Words(UInt64(trip))) != nil {}
      var words = consumer.pop()
      while words == nil { words = consumer.pop() }
      unsafe times[trip] = clock.now - start
      precondition(words?.w7 == UInt64(trip) + 7, "SPSCRing changed an element")
    }
  }
  caller.join()
  echo.join()
  unsafe times.sort()
  return Double(unsafe times[trips / 2])
}

/// Compares the round trips: a way's time is its median, so that a "run" of one operation takes that long.
func compareRoundTrips() {
  var comparison = Comparison("SPSC ring, median round trip between two cores", operations: 1)
  let peers = ["boost::lockfree::spsc_queue", "Concurrency Kit ck_ring"]
  comparison.add(peers[0]) { peers_boost_round_trip(UInt64(trips), capacity) * 1e-9 }
  comparison.add(peers[1]) { peers_ck_round_trip(UInt64(trips), capacity) * 1e-9 }
  comparison.add("SPSCRing, tryPush and pop") { kymographRoundTrip() * 1e-9 }
  comparison.run(rounds: 11)
  comparison.cost(
    "SPSC ring, round trip, p50",
    of: "SPSCRing, tryPush and pop",
    to: peers,
    goal: .atMost(1)
  )
}

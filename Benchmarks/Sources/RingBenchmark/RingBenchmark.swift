import BenchmarkKit
import CPeers
import KymoCore

// producer (core 0) ──▶ ring of 4,096 × 64 bytes ──▶ consumer (core 1)
//
// Every way passes the same elements and checks the same sum over what arrived. Runs are short and many, so
// that some of them meet no other work on the two cores. The peers' batch calls, which work on runs as
// `claim` and `visit` do, are shown too; the goals are against their single calls.

let count: UInt64 = 4_000_000
let capacity: UInt64 = 4096
let expected = (0..<count).reduce(UInt64(0)) { $0 &+ ($1 ^ ($1 &+ 7)) }

struct Words: BitwiseCopyable, Sendable {
  var w0, w1, w2, w3, w4, w5, w6, w7: UInt64
  @inline(__always) init(_ i: UInt64) {
    w0 = i
    w1 = i &+ 1
    w2 = i &+ 2
    w3 = i &+ 3
    w4 = i &+ 4
    w5 = i &+ 5
    w6 = i &+ 6
    w7 = i &+ 7
  }
}

func check(_ sum: UInt64, _ name: String) {
  precondition(sum == expected, "\(name) lost or changed elements")
}

func kymograph(batch: Int) -> Double {
  let clock = MonotonicClock()
  let ring = SPSCRing<Words>(minimumCapacity: Int(capacity))
  nonisolated(unsafe) var sum: UInt64 = 0
  let start = clock.now
  ring.split { producer, consumer in
    let handOver = HandOver(producer)
    let writer = JoiningThread {
      peers_pin(0)
      var producer = handOver.take()
      if batch == 1 {
        for i in 0..<count {
          let words = Words(i)
          while producer.tryPush(words) != nil {}
        }
      } else {
        var next: UInt64 = 0
        while next < count {
          let wanted = min(batch, Int(count - next))
          _ = producer.claim(upTo: wanted) { output in
            while !output.isFull {
              output.append(Words(next))
              next &+= 1
            }
          }
        }
      }
    }
    let handOut = HandOver(consumer)
    let reader = JoiningThread {
      peers_pin(1)
      var consumer = handOut.take()
      var total: UInt64 = 0
      var seen: UInt64 = 0
      while seen < count {
        if batch == 0 {
          if let words = consumer.pop() {
            total &+= words.w0 ^ words.w7
            seen &+= 1
          }
        } else {
          seen &+= UInt64(
            consumer.visit { span in
              for i in span.indices { total &+= span[i].w0 ^ span[i].w7 }
            }
          )
        }
      }
      unsafe sum = total
    }
    writer.join()
    reader.join()
  }
  unsafe check(sum, "SPSCRing")
  return Double(clock.now - start) / 1e9
}

@main struct RingBenchmark {
  static func main() {
    var comparison = Comparison(
      "SPSC ring, 64-byte elements, capacity 4,096, two pinned threads",
      operations: Int(count)
    )
    comparison.add("boost::lockfree::spsc_queue") {
      var sum: UInt64 = 0
      let seconds = unsafe peers_boost_ring(count, capacity, &sum)
      check(sum, "boost")
      return seconds
    }
    comparison.add("boost, push and consume_all") {
      var sum: UInt64 = 0
      let seconds = unsafe peers_boost_ring_batch(count, capacity, 1, &sum)
      check(sum, "boost")
      return seconds
    }
    comparison.add("boost, push 32 and consume_all") {
      var sum: UInt64 = 0
      let seconds = unsafe peers_boost_ring_batch(count, capacity, 32, &sum)
      check(sum, "boost")
      return seconds
    }
    comparison.add("Concurrency Kit ck_ring") {
      var sum: UInt64 = 0
      let seconds = unsafe peers_ck_ring(count, capacity, &sum)
      check(sum, "ck_ring")
      return seconds
    }
    for batch in [1, 32] as [UInt64] {
      comparison.add("a bare loop in C, \(batch == 1 ? "one at a time" : "batches of \(batch)")") {
        var sum: UInt64 = 0
        let seconds = unsafe peers_bare_ring(count, capacity, batch, &sum)
        check(sum, "the bare loop")
        return seconds
      }
    }
    comparison.add("SPSCRing, push and visit") { kymograph(batch: 1) }
    comparison.add("SPSCRing, claim 32 and visit") { kymograph(batch: 32) }
    comparison.run(rounds: 15)
    let single = ["boost::lockfree::spsc_queue", "Concurrency Kit ck_ring"]
    comparison.speed(
      "SPSC ring, one at a time",
      of: "SPSCRing, push and visit",
      to: single,
      goal: .atLeast(2)
    )
    comparison.speed(
      "SPSC ring, one at a time",
      of: "SPSCRing, push and visit",
      to: ["a bare loop in C, one at a time"],
      goal: .atLeast(1)
    )
    comparison.speed(
      "SPSC ring, batches of 32",
      of: "SPSCRing, claim 32 and visit",
      to: ["boost, push 32 and consume_all"],
      goal: .atLeast(1.2)
    )
    comparison.speed(
      "SPSC ring, batches of 32",
      of: "SPSCRing, claim 32 and visit",
      to: ["a bare loop in C, batches of 32"],
      goal: .atLeast(0.9)
    )
    comparison.speed(
      "SPSC ring, batches of 32",
      of: "SPSCRing, claim 32 and visit",
      to: ["SPSCRing, push and visit"],
      goal: .atLeast(1)
    )
    compareRoundTrips()
  }
}

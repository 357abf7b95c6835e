import KymoBridge
import KymoServer

/// Any bytes as pushed samples: nothing crashes, nothing is counted twice, and what comes out is in the order of its times.
final class SensorFuzzer {
  private static let limit = 64
  private var document = JSONDocument(limits: BridgeLimits(messageBytes: 1 << 16, depth: 128))

  func run(_ body: RawSpan) {
    if (try? document.parse(body)) == nil { return }
    let push: SensorPush
    do throws(SensorPushError) { push = try SensorPush(document, limit: Self.limit) } catch {
      precondition(!error.description.isEmpty, "it is refused without a reason")
      return
    }
    guard let payload = document.member("payload", of: document.root) else {
      preconditionFailure("there was no list")
    }
    let total = document.count(of: payload)
    precondition(total <= Self.limit, "there are too many")
    precondition(push.samples.count <= total, "there are more samples than elements")
    var last = Int64.min
    for sample in push.samples {
      precondition(sample.time >= last && sample.time >= 0, "the times are in another order")
      last = sample.time
    }
    let left = push.leftOut.values.reduce(0, +)
    precondition(push.samples.count + left <= 2 * total, "more is counted than there is")
  }
}

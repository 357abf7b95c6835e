import KymoBench
import Testing

@testable import KymoTrials

@Suite("Whether the figures of a profile are trusted") struct ProfileEvidenceTests {
  private func evidence(
    delay: Int64? = 0,
    all: Int64 = 1_000_000_000,
    long: Int64 = 0,
    wasInterrupted: Bool = false
  ) -> ProfileEvidence {
    ProfileEvidence(
      rounds: 3,
      wasInterrupted: wasInterrupted,
      delay: delay,
      eventTime: all,
      longEventTime: long
    )
  }

  @Test("A thread that lost its core within events makes them invalid") func preempted() {
    let validity = evidence(delay: 400_000_000, long: 300_000_000).validity
    #expect(
      validity.reasons == [.preempted(nanoseconds: 300_000_000, of: 1_000_000_000, limit: 0.02)]
    )
    #expect(
      "\(validity.reasons[0])".hasPrefix(
        "the dispatcher was preempted: it was ready and had no core for 300.0 ms of 1000.0 ms"
      )
    )
    // What is lost counts, not how long the events took by themselves.
    #expect(!evidence(delay: 21_000_000, long: 900_000_000).validity.isValid)
    #expect(evidence(delay: 20_000_000, long: 900_000_000).validity.isValid)
  }

  @Test("A thread that gave its core away between events harms nobody") func idle() {
    #expect(evidence(delay: 5_000_000_000).validity.isValid)
    #expect(evidence(delay: 5_000_000_000, long: 20_000_000).validity.isValid)
    #expect(evidence(delay: nil, long: 900_000_000).validity.isValid, "nothing is known")
    #expect(evidence(delay: 5, all: 0).validity.isValid, "no event was timed")
  }

  @Test("What was interrupted is not compared") func interrupted() {
    let validity = evidence(wasInterrupted: true).validity
    #expect(validity.reasons.map(\.condition) == [.complete])
    #expect(validity.reasons.map(\.description) == ["it was interrupted after 3 rounds"])
  }
}

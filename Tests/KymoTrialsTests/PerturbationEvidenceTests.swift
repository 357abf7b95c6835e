import Testing

@testable import KymoTrials

/// A change is blamed only if chance alone does not do as much.
@Suite("Chance and cause of a difference") struct PerturbationEvidenceTests {
  private func evidence(_ differing: Int, of runs: Int, _ unchanged: Int) -> PerturbationEvidence {
    PerturbationEvidence(differing: differing, runs: runs, unchangedRuns: unchanged)
  }

  @Test("How likely it is that all that differ are among those after the change") func chance() {
    #expect(evidence(0, of: 4, 10).chance == 1)
    #expect(abs(evidence(1, of: 20, 20).chance - 0.5) < 1e-12)
    // 1 / C(14, 4).
    #expect(abs(evidence(4, of: 4, 10).chance - 1 / 1001) < 1e-12)
    // C(20, 7) / C(40, 7).
    #expect(abs(evidence(7, of: 20, 20).chance - 77_520 / 18_643_560) < 1e-12)
    #expect(evidence(3, of: 3, 0).chance == 1)
  }

  @Test("What differs every time is caused after the first replays") func always() {
    let (changed, unchanged) = PerturbationEvidence.first
    #expect(evidence(changed, of: changed, unchanged).isCause)
    #expect(!evidence(changed, of: changed, 1).isCause)
  }

  @Test("What differs seldom is not, however often it is repeated") func seldom() {
    let (changed, unchanged) = PerturbationEvidence.most
    for differing in 0...8 {
      #expect(!evidence(differing, of: changed, unchanged).isCause)
      #expect(evidence(differing, of: changed, unchanged).isTooRare)
    }
    #expect(evidence(9, of: changed, unchanged).isCause)
    #expect(!evidence(3, of: 10, unchanged).isTooRare)
  }
}

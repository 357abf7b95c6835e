import Testing

@testable import KymoCore

/// When a consumer that has emptied its ring waits a moment before it looks again.
@Suite("Patience") struct PatienceTests {
  /// Looks until a pause is wanted; how many looks went by without one.
  private func looksBeforePause(_ patience: inout Patience, found count: UInt64 = 1) -> Int {
    var looks = 0
    while !patience.wantsPause, looks <= 2 * Int(Patience.longestRest) {
      patience.note(found: count, afterPause: false)
      looks += 1
    }
    return looks
  }

  @Test("The first look never waits, nor one after an idle ring or a long run")
  func eager() {
    var patience = Patience()
    #expect(!patience.wantsPause)
    for count in [0, Patience.shortRun + 1, 1000] {
      patience.note(found: count, afterPause: false)
      #expect(!patience.wantsPause)
    }
    for count in [1, Patience.shortRun] {
      patience.note(found: count, afterPause: false)
      #expect(patience.wantsPause)
    }
    patience.note(found: 0, afterPause: false)
    #expect(!patience.wantsPause)
  }

  @Test("Pauses that bring one element come ever more seldom, up to a limit")
  func rests() {
    var patience = Patience()
    patience.note(found: 1, afterPause: false)
    for stretch in [1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1023, 1023] {
      #expect(patience.wantsPause)
      patience.note(found: 1, afterPause: true)
      #expect(looksBeforePause(&patience) == stretch)
    }
  }

  @Test("A pause that paid ends the stretches without any")
  func paid() {
    var patience = Patience()
    patience.note(found: 1, afterPause: false)
    for _ in 0..<4 {
      patience.note(found: 1, afterPause: true)
      _ = looksBeforePause(&patience)
    }
    patience.note(found: 2, afterPause: true)
    #expect(patience.wantsPause)
    patience.note(found: 1, afterPause: true)
    #expect(looksBeforePause(&patience) == 1)
  }
}

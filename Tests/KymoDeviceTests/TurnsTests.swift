import Foundation
import Testing

@testable import KymoDevice

@Suite("Turns") struct TurnsTests {
  @Test("have the sine and cosine of libm, but for the last bits")
  func sine() {
    var worst = 0.0
    for step in -4000...4000 {
      let turns = Double(step) / 1601
      worst = max(worst, abs(Turns(turns).sine - sin(2 * Double.pi * turns)))
      worst = max(worst, abs(Turns(turns).cosine - cos(2 * Double.pi * turns)))
    }
    #expect(worst < 1e-11)
  }

  @Test("wrap by themselves")
  func wrap() {
    #expect(Turns(0.25) == Turns(1.25))
    #expect(Turns(-0.25) == Turns(0.75))
    #expect(Turns(0.75).degrees == 270)
    var angle = Turns(0.5)
    angle.advance(0.75)
    #expect(angle == Turns(0.25))
  }
}

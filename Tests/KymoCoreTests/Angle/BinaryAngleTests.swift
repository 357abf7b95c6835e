import Foundation
import KymoCore
import Testing

@Suite("Binary angles") struct BinaryAngleTests {
  @Test("have the sine and cosine of libm, but for the last bits")
  func sine() {
    var worst = 0.0
    for step in -4000...4000 {
      let turns = Double(step) / 1601
      worst = max(worst, abs(BinaryAngle(turns: turns).sine - sin(2 * Double.pi * turns)))
      worst = max(worst, abs(BinaryAngle(turns: turns).cosine - cos(2 * Double.pi * turns)))
    }
    #expect(worst < 1e-11)
  }

  @Test("wrap by themselves")
  func wrap() {
    #expect(BinaryAngle(turns: 0.25) == BinaryAngle(turns: 1.25))
    #expect(BinaryAngle(turns: -0.25) == BinaryAngle(turns: 0.75))
    #expect(BinaryAngle(turns: 0.75).degrees == 270)
    var angle = BinaryAngle(turns: 0.5)
    angle.advance(turns: 0.75)
    #expect(angle == BinaryAngle(turns: 0.25))
  }
}

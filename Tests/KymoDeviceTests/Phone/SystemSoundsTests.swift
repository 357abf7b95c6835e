import KymoDevice
import Testing

@Suite("System sounds and the accelerometer's switch") struct SystemSoundsTests {
  @Test("a phone vibrates, and one without a motor ignores it") func vibration() throws {
    for canVibrate in [true, false] {
      var sounds = SystemSounds(canVibrate: canVibrate)
      #expect(try sounds.play(.vibration) == canVibrate)
      #expect(try sounds.play(.vibration) == canVibrate)
      #expect(sounds.vibrations == (canVibrate ? 2 : 0))
      #expect(sounds.vibrationsIgnored == (canVibrate ? 0 : 2))
      #expect(sounds.played == 0 && sounds.tooLong == 0)
    }
  }

  @Test("a sound of five seconds is too long, one a nanosecond shorter is not") func limit() throws
  {
    var sounds = SystemSounds()
    #expect(try sounds.play(.laser))
    #expect(try sounds.play(.file(durationNanoseconds: 4_999_999_999)))
    #expect(try sounds.play(.file(durationNanoseconds: 0)))
    for duration in [5_000_000_000, .max] as [Int64] {
      #expect(throws: PhoneError.soundTooLong) {
        try sounds.play(.file(durationNanoseconds: duration))
      }
    }
    #expect(sounds.played == 3 && sounds.tooLong == 2)
    #expect(SystemSound.laser.durationNanoseconds == 600_000_000)
  }

  @Test("samples that do not pass are counted") func accelerometer() {
    var accelerometer = AccelerometerSwitch()
    #expect(accelerometer.passes() && accelerometer.suppressed == 0)
    accelerometer.turn(on: false)
    #expect(!accelerometer.passes() && !accelerometer.passes())
    accelerometer.turn(on: false)
    accelerometer.turn(on: true)
    #expect(accelerometer.passes() && accelerometer.suppressed == 2)
    #expect(!AccelerometerSwitch(isOn: false).isOn)
  }
}

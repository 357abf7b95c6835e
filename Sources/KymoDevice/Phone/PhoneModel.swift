/// Which phone is simulated.
public struct PhoneModel: Sendable, Hashable {
  /// Whether there is a motor; an iPod touch has none.
  public var canVibrate = true
  /// Where the noise of the microphone and the user's choices come from.
  public var seed: UInt64 = 0
  /// How far the zone of the phone is ahead of UTC, in minutes, -1,439...1,439.
  public var zoneOffsetMinutes = 0
  /// Where audio files are kept.
  public var storage = SandboxStorage.memory
  /// Which fix answers a request for the location.
  public var locationAcceptor = LocationAcceptor.firstFresh()
  /// How long a request for the location may take in ns, 0 and up: half a minute.
  public var locationTimeoutNanoseconds: Int64 = 30_000_000_000
  /// Whether the page is told about accelerations from the start.
  public var accelerometerIsOn = true
  /// The taps on the first date pickers, in order; the seed decides about later ones.
  public var pickerScript: [DatePickerTap] = []

  /// An iPhone of 2009 whose audio files are in memory.
  public init() {}

  /// An iPod touch of 2009: the same without a motor.
  public static var iPodTouch: PhoneModel {
    var model = PhoneModel()
    model.canVibrate = false
    return model
  }
}

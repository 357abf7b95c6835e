/// A simulated phone of 2009: what a page in a hybrid app reaches through its native side.
///
/// It has no clock, no threads and no timers. Every call says what logical time it is, in ns on the clock
/// of the recording, and whatever the phone does later by itself, such as ending a request for the
/// location, is a time that the caller reads and arranges for. The same model and the same calls give the
/// same answers, files and counts, on every machine.
///
/// One dispatcher uses a phone, from one thread.
public final class Phone {
  /// The model that it was made from.
  public let model: PhoneModel
  /// The lines that the page logged.
  public var log = PhoneLog()
  /// Where the phone is.
  public var location: LocationManager
  /// Whether the page is told about accelerations.
  public var accelerometer: AccelerometerSwitch
  /// The part that vibrates and plays short sounds.
  public var sounds: SystemSounds
  /// The files that were recorded.
  public let sandbox: AudioSandbox
  /// The recorder of audio files.
  public var recorder: AudioRecorder
  /// The player of audio files.
  public var player: AudioPlayer
  /// The part that lets the user choose a date.
  public var picker: DatePicker

  /// Makes a phone that has not been used.
  ///
  /// - Parameter model: Which one.
  /// - Precondition: The values of `model` are in their ranges.
  /// - Throws: ``PhoneError/storage`` if the directory of the sandbox cannot be opened.
  public init(_ model: PhoneModel = PhoneModel()) throws(PhoneError) {
    let sandbox = try AudioSandbox(model.storage)
    self.model = model
    self.sandbox = sandbox
    location = LocationManager(
      acceptor: model.locationAcceptor,
      timeoutNanoseconds: model.locationTimeoutNanoseconds
    )
    accelerometer = AccelerometerSwitch(isOn: model.accelerometerIsOn)
    sounds = SystemSounds(canVibrate: model.canVibrate)
    recorder = AudioRecorder(sandbox: sandbox, seed: model.seed)
    player = AudioPlayer(sandbox: sandbox)
    picker = DatePicker(
      seed: model.seed,
      zoneOffsetMinutes: model.zoneOffsetMinutes,
      script: model.pickerScript
    )
  }
}

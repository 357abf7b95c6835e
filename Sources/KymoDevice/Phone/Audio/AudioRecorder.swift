/// The recorder of the simulated phone: one recording at a time, into the sandbox.
///
/// The microphone is simulated too: it hears a tone and seeded noise, so the same seed and the same times
/// give the same files. All times are logical, in ns.
public struct AudioRecorder {
  /// The longest recording in ns, a minute; what is longer loses its end.
  public static var maximumNanoseconds: Int64 { 60_000_000_000 }

  /// Files that were written.
  public private(set) var recorded: UInt64 = 0
  /// Files among them that lost their end.
  public private(set) var cut: UInt64 = 0

  private let sandbox: AudioSandbox
  private let seed: UInt64
  private var ordinal: UInt64 = 0
  private var running: (name: String, start: Int64)?

  /// Makes a recorder that writes into `sandbox` and hears the noise of `seed`.
  public init(sandbox: AudioSandbox, seed: UInt64) {
    self.sandbox = sandbox
    self.seed = seed
  }

  /// The name of the file that is being recorded, or nil.
  public var recordingName: String? { running?.name }

  /// Starts a recording; the file appears when it is stopped.
  ///
  /// - Throws: ``PhoneError/alreadyRecording``, under whatever name; ``PhoneError/invalidName``,
  ///   ``PhoneError/tooManyFiles``.
  /// - Complexity: O(1).
  public mutating func start(_ name: String, at now: Int64) throws(PhoneError) {
    guard running == nil else { throw .alreadyRecording }
    try sandbox.check(name)
    running = (name, now)
    ordinal += 1
  }

  /// Ends the recording and writes the file; if that fails, the recording is lost.
  ///
  /// - Returns: the samples in the file, 0...2,646,000 at 44,100 per second: those that were complete.
  /// - Throws: ``PhoneError/notRecording``; ``PhoneError/recordingTooLong`` or ``PhoneError/storage`` if
  ///   the sandbox refuses.
  /// - Complexity: O(n) for n samples.
  @discardableResult
  public mutating func stop(at now: Int64) throws(PhoneError) -> Int {
    guard let (name, start) = running else { throw .notRecording }
    running = nil
    let elapsed = LogicalTime.elapsed(from: start, to: now)
    let frames = AudioFormat.frames(inNanoseconds: min(elapsed, Self.maximumNanoseconds))
    var microphone = Microphone(seed: seed, ordinal: ordinal)
    guard let bytes = UnsafeSoundFile.encode(microphone.samples(frames)) else { throw .storage }
    try sandbox.store(bytes, as: name)
    recorded += 1
    if elapsed > Self.maximumNanoseconds { cut += 1 }
    return frames
  }
}

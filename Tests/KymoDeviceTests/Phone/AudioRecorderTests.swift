import KymoTestSupport
import Testing

@testable import KymoDevice

@Suite("Audio recorder") struct AudioRecorderTests {
  private static let second: Int64 = 1_000_000_000

  @Test("records as long as the logical time says") func durations() throws {
    let sandbox = AudioSandbox()
    var recorder = AudioRecorder(sandbox: sandbox, seed: 1)
    for (nanoseconds, frames) in [
      (0, 0), (1, 0), (22_675, 0), (22_676, 1), (Self.second - 1, 44_099), (Self.second, 44_100),
      (-Self.second, 0),
    ] as [(Int64, Int)] {
      let start = 1_700_000_000 * Self.second
      try recorder.start("a.caf", at: start)
      #expect(recorder.recordingName == "a.caf")
      #expect(try recorder.stop(at: start + nanoseconds) == frames)
      #expect(try sandbox.samples(of: "a.caf").count == frames)
    }
    #expect(recorder.recorded == 7 && recorder.cut == 0 && recorder.recordingName == nil)
  }

  @Test("makes one recording at a time") func oneAtATime() throws {
    var recorder = AudioRecorder(sandbox: AudioSandbox(), seed: 1)
    #expect(throws: PhoneError.notRecording) { try recorder.stop(at: 0) }
    try recorder.start("a.caf", at: 0)
    for name in ["a.caf", "b.caf", "../b.caf"] {
      #expect(throws: PhoneError.alreadyRecording) { try recorder.start(name, at: 1) }
    }
    #expect(recorder.recordingName == "a.caf")
    #expect(try recorder.stop(at: Self.second) == 44_100)
    #expect(throws: PhoneError.notRecording) { try recorder.stop(at: Self.second) }
    #expect(throws: PhoneError.invalidName) { try recorder.start("../b.caf", at: 1) }
    #expect(recorder.recordingName == nil)
  }

  @Test("the end of a recording of more than a minute is lost, and that is counted") func cut()
    throws
  {
    let sandbox = AudioSandbox()
    var recorder = AudioRecorder(sandbox: sandbox, seed: 1)
    let limit = AudioRecorder.maximumNanoseconds
    try recorder.start("a.caf", at: 0)
    #expect(try recorder.stop(at: limit) == 60 * 44_100)
    #expect(recorder.cut == 0)
    try recorder.start("b.caf", at: 0)
    #expect(try recorder.stop(at: .max) == 60 * 44_100)
    #expect(recorder.cut == 1 && recorder.recorded == 2)
    #expect(try sandbox.durationNanoseconds(of: "b.caf") == limit)
  }

  @Test("the same seed records the same bytes, in memory and in a directory") func seeds() throws {
    func record(_ seed: UInt64, _ storage: SandboxStorage = .memory) throws -> [[UInt8]] {
      let sandbox = try AudioSandbox(storage)
      var recorder = AudioRecorder(sandbox: sandbox, seed: seed)
      for name in ["a.caf", "b.caf"] {
        try recorder.start(name, at: 5)
        try recorder.stop(at: 5 + Self.second / 4)
      }
      return [try sandbox.contents(of: "a.caf"), try sandbox.contents(of: "b.caf")]
    }
    let folder = try TemporaryFolder()
    let first = try record(1)
    #expect(try record(1) == first)
    #expect(try record(1, .directory(path: folder.path)) == first)
    #expect(try folder.bytes("a.caf") == first[0])
    #expect(first[0] != first[1])
    #expect(try record(2)[0] != first[0])
  }

  @Test("hears a tone of 440 Hz and noise, the same on every machine") func microphone() {
    var microphone = Microphone(seed: 42, ordinal: 1)
    let samples = microphone.samples(44_100)
    var digest = WordDigest()
    for sample in samples { digest.add(UInt64(bitPattern: Int64(sample))) }
    #expect(digest.value == 0x7A6B_DFFF_D4B8_CD2A, "0x\(String(digest.value, radix: 16))")
    #expect(samples.allSatisfy { -8448...8448 ~= $0 })
    // Averaged over a few samples, which takes the noise away, it rises through 0 440 times a second.
    let means = samples.indices.dropLast(8).map { index in
      samples[index..<index + 8].reduce(0) { $0 + Int($1) }
    }
    let rises = zip(means, means.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(439...441 ~= rises)
  }

  @Test("a recording that cannot be stored is lost") func lost() throws {
    let folder = try TemporaryFolder()
    let sandbox = try AudioSandbox(.directory(path: folder.path))
    var recorder = AudioRecorder(sandbox: sandbox, seed: 1)
    try recorder.start("a.caf", at: 0)
    try folder.makeFolder("a.caf")
    #expect(throws: PhoneError.storage) { try recorder.stop(at: 1) }
    #expect(recorder.recordingName == nil && recorder.recorded == 0)
    for index in 0..<AudioSandbox.maximumFiles { try sandbox.store([], as: "\(index).caf") }
    #expect(throws: PhoneError.tooManyFiles) { try recorder.start("a.caf", at: 2) }
    try recorder.start("0.caf", at: 2)
  }
}

import Foundation
import KymoTestSupport
import Testing

@testable import KymoDevice

@Suite("Audio sandbox") struct AudioSandboxTests {
  static let goodNames = [
    "recordedFile.caf", "a.CAF", "-.cAf", " .caf", "a..caf", "é.caf",
    "e\u{301}.caf", "\u{2028}.caf", "C:\\x.caf", "%2e%2e%2fx.caf", "a.caf.caf", "~.caf", "😀.caf",
    String(repeating: "x", count: 251) + ".caf",
  ]

  static let badNames = [
    "", ".", "..", ".caf", "..caf", ".a.caf", "caf", "acaf", "a.wav", "a.caf ", "a.caf/", "/a.caf",
    "../a.caf", "a/../../b.caf", "./a.caf", "a\0.caf", "a.caf\0", "\n.caf", "a\u{7F}.caf",
    "a\u{85}.caf", "a\u{9F}.caf", "a\r\n.caf", "a.caf.", "ａ．ｃａｆ", "a.ca\u{300}f",
    String(repeating: "x", count: 252) + ".caf", String(repeating: "x", count: 296) + ".caf",
    String(repeating: "é", count: 126) + ".caf", String(repeating: "/", count: 1_000_000),
  ]

  private func sound(_ samples: [Int16] = [1, -2, 3]) throws -> [UInt8] {
    try #require(UnsafeSoundFile.encode(samples))
  }

  @Test("takes names of files", arguments: goodNames) func good(name: String) throws {
    let folder = try TemporaryFolder()
    for storage in [SandboxStorage.memory, .directory(path: folder.path)] {
      let sandbox = try AudioSandbox(storage)
      try sandbox.store(try sound(), as: name)
      #expect(try sandbox.samples(of: name) == [1, -2, 3])
      #expect(sandbox.names == [name])
    }
    #expect(try folder.names().count == 1)
  }

  @Test("refuses names that lead elsewhere or are none", arguments: badNames)
  func bad(name: String) throws {
    let folder = try TemporaryFolder()
    for storage in [SandboxStorage.memory, .directory(path: folder.path)] {
      let sandbox = try AudioSandbox(storage)
      let bytes = try sound()
      #expect(throws: PhoneError.invalidName) { try sandbox.store(bytes, as: name) }
      #expect(throws: PhoneError.invalidName) { try sandbox.check(name) }
      #expect(throws: PhoneError.invalidName) { _ = try sandbox.contents(of: name) }
      #expect(throws: PhoneError.invalidName) { _ = try sandbox.durationNanoseconds(of: name) }
      #expect(sandbox.names.isEmpty && sandbox.byteCount == 0)
    }
    #expect(try folder.names().isEmpty)
  }

  @Test("names that look alike are different files") func lookAlikes() throws {
    let sandbox = AudioSandbox()
    try sandbox.store(try sound([1]), as: "é.caf")
    try sandbox.store(try sound([2]), as: "e\u{301}.caf")
    try sandbox.store(try sound([3]), as: "É.caf")
    #expect(sandbox.names.count == 3)
    #expect(try sandbox.samples(of: "é.caf") == [1])
    #expect(try sandbox.samples(of: "e\u{301}.caf") == [2])
  }

  @Test("a file of the same name is replaced, and its bytes are given back") func replaced() throws
  {
    let folder = try TemporaryFolder()
    for storage in [SandboxStorage.memory, .directory(path: folder.path)] {
      let sandbox = try AudioSandbox(storage)
      try sandbox.store(try sound(Array(repeating: 5, count: 44_100)), as: "a.caf")
      #expect(try sandbox.durationNanoseconds(of: "a.caf") == 1_000_000_000)
      let small = try sound([7])
      try sandbox.store(small, as: "a.caf")
      #expect(sandbox.byteCount == small.count && sandbox.names == ["a.caf"])
      #expect(try sandbox.contents(of: "a.caf") == small)
      #expect(try sandbox.durationNanoseconds(of: "a.caf") == 22_675)
    }
    #expect(try folder.names() == ["a.caf"])
  }

  @Test("what is not such audio is kept, and is not played") func notAudio() throws {
    let sandbox = AudioSandbox()
    var wave = try sound()
    wave.replaceSubrange(0..<4, with: "RIFF".utf8)
    let whole = try sound(Array(repeating: 9, count: 100))
    // Big-endian, stereo, and 32,768 Hz instead of 44,100.
    let others = [(0x23, 0), (0x2F, 2), (0x15, 0xE0)].map { place, byte in
      var bytes = whole
      bytes[place] = UInt8(byte)
      return bytes
    }
    for bytes in [[], [0], Array("caff".utf8), wave, Array(whole.prefix(40))] + others {
      try sandbox.store(bytes, as: "a.caf")
      #expect(try sandbox.contents(of: "a.caf") == bytes)
      #expect(throws: PhoneError.notAudio) { _ = try sandbox.durationNanoseconds(of: "a.caf") }
      #expect(throws: PhoneError.notAudio) { _ = try sandbox.samples(of: "a.caf") }
    }
  }

  @Test("holds 256 files and no more, but each may be replaced") func files() throws {
    let sandbox = AudioSandbox()
    for index in 0..<AudioSandbox.maximumFiles { try sandbox.store([], as: "\(index).caf") }
    #expect(throws: PhoneError.tooManyFiles) { try sandbox.store([], as: "more.caf") }
    try sandbox.store([1], as: "255.caf")
    #expect(sandbox.names.count == 256 && sandbox.byteCount == 1)
  }

  @Test("holds 64 MiB and no more") func bytes() throws {
    let sandbox = AudioSandbox()
    let half = [UInt8](repeating: 0, count: AudioSandbox.maximumBytes / 2)
    try sandbox.store(half, as: "a.caf")
    try sandbox.store(half, as: "b.caf")
    #expect(throws: PhoneError.recordingTooLong) { try sandbox.store([1], as: "c.caf") }
    #expect(throws: PhoneError.recordingTooLong) { try sandbox.store(half + [1], as: "a.caf") }
    try sandbox.store([1], as: "a.caf")
    try sandbox.store([1], as: "c.caf")
    #expect(sandbox.byteCount == half.count + 2)
  }

  // MARK: The directory

  @Test("what lay in the directory before is not seen, and is replaced") func before() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.caf")
    try folder.write("old", to: "b.caf")
    let sandbox = try AudioSandbox(.directory(path: folder.path))
    #expect(sandbox.names.isEmpty)
    #expect(throws: PhoneError.noSuchFile) { _ = try sandbox.contents(of: "a.caf") }
    #expect(throws: PhoneError.noSuchFile) { _ = try sandbox.durationNanoseconds(of: "a.caf") }
    let bytes = try sound()
    try sandbox.store(bytes, as: "a.caf")
    #expect(try folder.bytes("a.caf") == bytes)
    #expect(try folder.bytes("b.caf") == Array("old".utf8))
    #expect(try folder.names() == ["a.caf", "b.caf"])
  }

  @Test("a link is neither followed nor replaced") func link() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    try outside.write("precious", to: "file")
    for target in ["\(outside.path)/file", "\(outside.path)/missing", "a.caf", "/dev/null"] {
      let link = "\(folder.path)/a.caf"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let sandbox = try AudioSandbox(.directory(path: folder.path))
      let bytes = try sound()
      #expect(throws: PhoneError.storage) { try sandbox.store(bytes, as: "a.caf") }
      #expect(sandbox.names.isEmpty && sandbox.byteCount == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
      try FileManager.default.removeItem(atPath: link)
    }
    #expect(try outside.bytes("file") == Array("precious".utf8))
    #expect(try outside.names() == ["file"] && folder.names().isEmpty)
  }

  @Test("a folder or a pipe in place of the file is refused") func otherKinds() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.caf"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let sandbox = try AudioSandbox(.directory(path: folder.path))
    let bytes = try sound()
    #expect(throws: PhoneError.storage) { try sandbox.store(bytes, as: "a.caf") }
    try FileManager.default.removeItem(atPath: path)
    try folder.makePipe("a.caf")
    #expect(throws: PhoneError.storage) { try sandbox.store(bytes, as: "a.caf") }
    #expect(try folder.names() == ["a.caf"])
  }

  @Test("a file that was stored and then tampered with is not read") func tampered() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    let bytes = try sound()
    try outside.write(String(repeating: "x", count: bytes.count), to: "file")
    let sandbox = try AudioSandbox(.directory(path: folder.path))
    let path = "\(folder.path)/a.caf"
    func store() throws {
      try? FileManager.default.removeItem(atPath: path)
      try sandbox.store(bytes, as: "a.caf")
    }
    try store()
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: PhoneError.storage) { _ = try sandbox.contents(of: "a.caf") }
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: "\(outside.path)/file"
    )
    #expect(throws: PhoneError.storage) { _ = try sandbox.contents(of: "a.caf") }
    try store()
    try folder.write("short", to: "a.caf")
    #expect(throws: PhoneError.storage) { _ = try sandbox.contents(of: "a.caf") }
    try FileManager.default.removeItem(atPath: path)
    try folder.makePipe("a.caf")
    #expect(throws: PhoneError.storage) { _ = try sandbox.contents(of: "a.caf") }
    // What was recorded still says how long it plays.
    #expect(try sandbox.durationNanoseconds(of: "a.caf") == 68_027)
  }

  @Test("a directory that is none, or that goes away, is refused") func noDirectory() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    for path in ["\(folder.path)/missing", "\(folder.path)/file", "", "/dev/null"] {
      #expect(throws: PhoneError.storage) { _ = try AudioSandbox(.directory(path: path)) }
    }
    let gone = "\(folder.path)/gone"
    try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: false)
    let sandbox = try AudioSandbox(.directory(path: gone))
    try FileManager.default.removeItem(atPath: gone)
    let bytes = try sound()
    #expect(throws: PhoneError.storage) { try sandbox.store(bytes, as: "a.caf") }
    #expect(sandbox.names.isEmpty)
  }

  @Test("names of files under way that others left behind are not in the way") func leftovers()
    throws
  {
    let folder = try TemporaryFolder()
    for attempt in 0..<3 { try folder.write("", to: ".kymograph-\(getpid())-\(attempt)") }
    let sandbox = try AudioSandbox(.directory(path: folder.path))
    try sandbox.store(try sound(), as: "a.caf")
    #expect(try folder.names().count == 4 && folder.names().last == "a.caf")
  }
}

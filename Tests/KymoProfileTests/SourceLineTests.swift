import Foundation
import Glibc
import Testing

@testable import KymoProfile

/// A library that is compiled for the test: a function that others call, one of its own file, and one that is inlined.
private final class CompiledLibrary {
  static let source = """
    static inline __attribute__((always_inline)) int inner(int value) {
      return value * value + (value >> 3);
    }
    static __attribute__((noinline)) int middle(int value) {
      value ^= 0x55;
      return inner(value) * 3;
    }
    int outer(int value) {
      int sum = middle(value);
      return sum + middle(sum ^ 7);
    }
    """

  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  /// Where it lies in memory, if a process had loaded it there.
  static let start: UInt64 = 0x7000_0000

  init?() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.source.write(to: folder.appending(path: "x.c"), atomically: true, encoding: .utf8)
    let flags = ["-O1", "-g", "-shared", "-fPIC", "-fno-optimize-sibling-calls"]
    guard try run("clang", flags + ["x.c", "-o", "x.so"]) else { return nil }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Whether a program did what it was to do.
  func run(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  func path(_ name: String) -> String { folder.appending(path: name).path() }

  /// All stacks of names that some address of a library has.
  func stacks(_ name: String, every step: Int = 1) -> [[ProfileFrame]] {
    let start = Self.start
    let hex = { (address: UInt64) in String(address, radix: 16) }
    let map = ProcessMap(
      "\(hex(start))-\(hex(start + 0x10000)) r-xp 00000000 08:01 42 \(path(name))"
    )
    var symbolizer = Symbolizer(map: map, program: "") { UnsafeOpenedFile.descriptor($0) }
    return stride(from: 0, to: 0x4000, by: step).map { symbolizer.frames(start + UInt64($0)) }
  }
}

@Suite("Lines of sources") struct SourceLineTests {
  /// The library without what describes it, which lies beside it under another name.
  private func stripped() throws -> CompiledLibrary? {
    guard let library = try CompiledLibrary(),
      try library.run("objcopy", ["--only-keep-debug", "x.so", "x.debug"]),
      try library.run("strip", ["x.so", "-o", "bare.so"]),
      try library.run("objcopy", ["--add-gnu-debuglink=x.debug", "bare.so", "linked.so"])
    else { return nil }
    return library
  }

  @Test("and calls that were inlined are found by the address") func lines() throws {
    guard let library = try CompiledLibrary() else { return print("skipped: needs clang") }
    let stacks = library.stacks("x.so")
    let inlined = try #require(stacks.first { $0.last?.name == "inner" })
    #expect(inlined.map(\.name) == ["middle", "inner"])
    #expect(inlined.map(\.isInlined) == [false, true])
    #expect(inlined.map(\.file) == [library.path("x.c"), library.path("x.c")])
    #expect(inlined.map(\.line) == [6, 2])
    #expect(inlined.map(\.firstLine) == [4, 1])
    #expect(inlined.map(\.module) == ["x.so", "x.so"])
    let lines = Set(stacks.filter { $0.last?.name == "outer" }.map { $0[0].line })
    #expect(lines.contains(9) && lines.contains(10) && lines.isSubset(of: [0, 8, 9, 10, 11]))
    #expect(stacks.allSatisfy { !$0.isEmpty })
  }

  @Test("of a stripped library are in the file that it names") func link() throws {
    guard let library = try stripped() else { return print("skipped: needs clang and objcopy") }
    // Only what others call has a name.
    let bare = library.stacks("bare.so")
    #expect(bare.contains { $0.map(\.name) == ["outer"] && $0[0].file.isEmpty })
    #expect(!bare.contains { $0.contains { $0.name == "middle" || $0.name == "inner" } })
    #expect(bare.contains { $0[0].name.hasPrefix("bare.so+0x") })
    let linked = library.stacks("linked.so")
    #expect(linked.contains { $0.map(\.name) == ["middle", "inner"] && $0[1].line == 2 })
    // One that is not the one that was made with it is none.
    var bytes = [UInt8](try Data(contentsOf: library.folder.appending(path: "x.debug")))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: library.folder.appending(path: "x.debug"))
    #expect(library.stacks("linked.so").map { $0.map(\.line) } == bare.map { $0.map(\.line) })
  }

  @Test("of what is damaged anywhere harm nobody") func damaged() throws {
    guard let library = try CompiledLibrary() else { return print("skipped: needs clang") }
    let whole = [UInt8](try Data(contentsOf: library.folder.appending(path: "x.so")))
    for step in 0..<60 {
      var bytes = whole
      for place in stride(from: 64 + step * 13, to: whole.count, by: 797) { bytes[place] ^= 0xa5 }
      try Data(bytes).write(to: library.folder.appending(path: "y.so"))
      #expect(library.stacks("y.so", every: 16).count == 0x400)
    }
  }

  @Test("of a description lie beside the file, or where distributions put them") func places() {
    #expect(
      DebugFileSearch.candidates("x.debug", of: "/lib/x.so") == [
        "/lib/x.debug", "/lib/.debug/x.debug", "/usr/lib/debug/lib/x.debug",
      ]
    )
    #expect(DebugFileSearch.candidates("/a/b", of: "/lib/x.so") == ["/a/b"])
  }

  @Test("of other files than a function begins in are left out") func scopes() {
    let made = SourceScope(symbol: "m", declared: ("", 0), place: ("/a.swift", 7))
    #expect(made.file == "/a.swift" && made.line == 7 && made.firstLine == 0)
    let other = SourceScope(symbol: "o", declared: ("/b.swift", 3), place: ("/a.swift", 7))
    #expect(other.file == "/b.swift" && other.line == 0 && other.firstLine == 3)
    let unknown = SourceScope(symbol: "u", declared: ("", 0), place: ("<compiler-generated>", 0))
    #expect(unknown.file.isEmpty && unknown.line == 0)
  }

  @Test("of this program are there") func own() throws {
    let sampler = Sampler(SamplerOptions(frequency: 5000))
    try sampler.addCurrent(named: "worker")
    var sum: UInt64 = 1
    let end = clock() + 200_000
    while clock() < end { sum = spin(sum) }
    sampler.stop()
    #expect(sum != 0)
    var profile = Profile(name: "work", exporter: "test")
    profile.add(sampler) { _ in "none" }
    let frames = profile.frames.filter { $0.name == "spin" }
    if frames.isEmpty { return print("skipped: no sample fell into it") }
    for frame in frames {
      #expect(frame.file.hasSuffix("SourceLineTests.swift"))
      #expect(frame.firstLine == Self.spinLine)
      #expect(frame.line == 0 || (Self.spinLine...Self.spinLine + 6).contains(frame.line))
    }
    // However many of its lines were seen, it is one function.
    #expect(profile.functions.filter { $0.frame.name == "spin" }.count == 1)
  }

  private static let spinLine = #line + 2
}
@inline(never) private func spin(_ seed: UInt64) -> UInt64 {
  var value = seed
  for _ in 0..<1000 {
    value = value &* 6_364_136_223_846_793_005 &+ 1
  }
  return value
}

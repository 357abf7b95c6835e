import KymoTestSupport
import Testing

@testable import KymoProfile

@Suite("Symbols") struct SymbolTests {
  private static let fixture = ELFFixture(functions: [
    ELFFixture.Function(name: "second", start: 0x1100, size: 0x20),
    ELFFixture.Function(name: "first", start: 0x1080, size: 0x40),
    ELFFixture.Function(name: "alias", start: 0x1080, size: 0x40),
  ])

  private static let start: UInt64 = 0x10000
  private static let map = ProcessMap(
    "10000-11000 r--p 00000000 08:01 42 /lib/x.so\n11000-20000 r-xp 00001000 08:01 42 /lib/x.so"
  )

  /// A file that lies in memory at ``start``, which its own addresses call 0x1000.
  private func load(_ bytes: [UInt8]) throws -> LoadedFile {
    let file = try TemporaryFile(bytes)
    return LoadedFiles(Self.map.files) { _ in file.descriptor }[0]
  }

  private func name(_ file: LoadedFile, _ address: UInt64) -> String? {
    file.function(at: address + 0xf000)?.symbol
  }

  @Test("are found by address, within the size that they state") func addresses() throws {
    let file = try load(Self.fixture.bytes)
    #expect(file.hasSymbolTable)
    #expect(name(file, 0x1080) == "first")
    #expect(name(file, 0x10bf) == "first")
    #expect(file.function(at: 0x100c0) == nil)
    #expect(name(file, 0x111f) == "second")
    #expect(file.function(at: 0x1007f) == nil)
    #expect(file.bias == 0xf000)
    #expect(file.byte(at: Self.start + 1) == UInt8(ascii: "E"))
    #expect(file.byte(at: Self.start - 1) == nil && file.byte(at: .max) == nil)
    #expect(file.scopes(at: 0x10080).isEmpty)
  }

  @Test("of a stripped file are those that others call") func stripped() throws {
    var fixture = Self.fixture
    fixture.isStripped = true
    let file = try load(fixture.bytes)
    #expect(!file.hasSymbolTable)
    #expect(name(file, 0x1080) == "first")
    #expect(file.function(at: 0x10050) == nil)
  }

  @Test("of a file that is cut off anywhere are left out") func truncated() throws {
    let whole = Self.fixture.bytes
    for length in 0..<whole.count { try look(into: Array(whole[..<length])) }
  }

  @Test("of a damaged file harm nobody") func damaged() throws {
    let whole = Self.fixture.bytes
    var random = SeededRandom(seed: 7)
    for place in whole.indices {
      for value: UInt8 in [0, 0xff, UInt8(random.below(256))] {
        var bytes = whole
        bytes[place] = value
        try look(into: bytes)
      }
    }
  }

  private func look(into bytes: [UInt8]) throws {
    let file = try load(bytes)
    _ = file.hasSymbolTable
    for address: UInt64 in [0, 0x10000, 0x10080, 0x10100, .max] {
      _ = file.function(at: address)
      _ = file.byte(at: address)
      _ = file.scopes(at: address)
    }
  }

  @Test("of what cannot be opened are none") func absent() {
    let files = LoadedFiles(Self.map.files) { _ in -1 }
    #expect(files[0].function(at: 0x10080) == nil && !files[0].hasSymbolTable)
    #expect(files[7].function(at: 0x10080) == nil)
    #expect(UnsafeSmallFile.bytes("/nowhere/at/all") == nil)
    #expect(UnsafeSmallFile.bytes("/proc/self/exe", limit: 10) == nil)
    #expect(OwnProgram.hasNames)
  }

  @Test(
    "are shortened to what a reader wants to see",
    arguments: [
      (
        "generic specialization <KymoCore.NoSink> of (extension in KymoCore):KymoCore.Dispatcher< where A: ~Swift.Copyable>.dispatch(_: Swift.Span<KymoCore.Event>, arena: KymoCore.PayloadArena) -> ()",
        "Dispatcher.dispatch"
      ),
      (
        "closure #2 (Swift.UInt64) -> () in static KymoRecording.Replay.run<A where A: KymoCore.OutcomeSink>(_: A) -> KymoRecording.ReplayResult<A>",
        "Replay.run {closure 2}"
      ),
      (
        "function signature specialization <Arg[2] = Dead> of static KymoBridge.FetchEvent.make(KymoBridge.FetchEvent) -> Swift.Bool",
        "FetchEvent.make"
      ),
      (
        "function signature specialization <Arg[0] = [Closure Propagated : $s4main, Argument Types : [A<B]> of static KymoCore.Ring.read() -> ()",
        "Ring.read"
      ),
      (
        "@objc closure #1 (Swift.UnsafeMutableRawPointer?) -> () in KymoCore.JoiningThread.init(_: () -> ()) -> KymoCore.JoiningThread",
        "JoiningThread.init {closure 1}"
      ),
      (
        "KymoClient.ReplayRun.(beginLanes in _46E3D8507BE4984F2733C947D4836EF4)(Swift.Int64) -> ()",
        "ReplayRun.beginLanes"
      ),
      (
        "protocol witness for Swift.Hashable.hash(into: inout Swift.Hasher) -> () in conformance KymoBridge.FetchEvent : Swift.Hashable in KymoBridge",
        "Hashable.hash"
      ),
      ("KymoBridge.BridgeLimits.depth.getter : Swift.Int", "BridgeLimits.depth.getter"),
      ("type metadata accessor for KymoBridge.CallRouter", "type metadata accessor for CallRouter"),
      (
        "inlined generic function <A> of inlined generic function <A> of (extension in KymoCore):KymoCore.Dispatcher< where A: ~Swift.Copyable>.runStages(_: Swift.Int) -> ()",
        "Dispatcher.runStages"
      ),
      ("main", "main"),
      ("((((", "(((("),
      ("", ""),
    ]
  ) func names(text: String, short: String) {
    #expect(SymbolName.shortened(text) == short)
  }

  @Test("of C and C++ keep their names") func foreign() {
    #expect(SymbolName.shown("memcpy") == "memcpy")
    #expect(
      SymbolName.shown("_ZL25_swift_getGenericMetadataN5swift15MetadataRequestE")
        == "_swift_getGenericMetadata"
    )
    #expect(SymbolName.shown("_ZN8simdjson3dom6parser5parseEv") == "simdjson::dom::parser::parse")
    #expect(
      SymbolName.shown("_ZZZL52swift_conformsToProtocolMaybeInstantiateSuperclassesvENK3$_0clEv")
        == "swift_conformsToProtocolMaybeInstantiateSuperclasses"
    )
    #expect(SymbolName.shown("_ZZN8simdjson3dom6parserC1EvE5guard") == "simdjson::dom::parser")
    #expect(SymbolName.shown("_ZN99x") == "_ZN99x")
    #expect(SymbolName.shown("$s8KymoCore7HandlerCACycfC") == "Handler.init")
  }

  @Test("lie where the system says") func map() {
    let map = ProcessMap(
      """
      55d0c000-55d0d000 r--p 00000000 08:01 42                        /usr/bin/kymo
      55d0d000-55d0f000 r-xp 00001000 08:01 42                        /usr/bin/kymo (deleted)
      55d0f000-55d10000 rw-p 00000000 00:00 0
      55d10000-55d11000 rw-p 00003000 08:01 42                        /usr/bin/kymo (deleted)
      7f000000-7f001000 r-xp 00000000 00:00 0
      7f100000-7f101000 r-xp 00001000 08:01 43                        /lib/headless.so
      7ffe0000-7ffe2000 r-xp 00000000 00:00 0                          [vdso]
      7fff-x r-xp 0 0 0 z
      nonsense
      """
    )
    #expect(map.regions.map(\.path) == ["/usr/bin/kymo", "", "/lib/headless.so", "[vdso]"])
    #expect(map.regions.map(\.file) == [0, nil, nil, 1])
    #expect(map.files.map(\.path) == ["/usr/bin/kymo", "[vdso]"])
    #expect(map.files[0].addresses == 0x55d0_c000..<0x55d1_1000)
    #expect(map.region(at: 0x55d0_d010)?.offset == 0x1000)
    #expect(map.region(at: 0x55d0_c010) == nil)
    #expect(map.region(at: 0x55d0_f000) == nil)
    #expect(map.region(at: 0) == nil)
    #expect(map.region(at: .max) == nil)
  }

  @Test("name addresses, and what has no name by its place") func frames() throws {
    var stripped = Self.fixture
    stripped.isStripped = true
    stripped.functions = []
    let files = [
      "/usr/bin/kymo": try TemporaryFile(Self.fixture.bytes),
      "/lib/libz.so.1": try TemporaryFile(stripped.bytes),
    ]
    let map = ProcessMap(
      """
      10000-12000 r-xp 00000000 08:01 42 /usr/bin/kymo
      20000-22000 r-xp 00000000 08:01 42 /lib/libz.so.1
      30000-32000 r-xp 00000000 08:01 42 /lib/libc.so.6
      40000-42000 r-xp 00000000 08:01 42 [vdso]
      50000-52000 r-xp 00000000 00:00 0
      70000-72000 r-xp 00003000 08:01 42 /lib/headless.so
      """
    )
    var symbolizer = Symbolizer(map: map, program: "/usr/bin/kymo") { path in
      files[path]?.descriptor ?? -1
    }
    #expect(
      symbolizer.frames(0x10080) == [ProfileFrame(name: "first", symbol: "first", module: "kymo")]
    )
    #expect(symbolizer.frames(0x20090).map(\.name) == ["libz.so.1+0x90"])
    #expect(symbolizer.frames(0x30090).map(\.name) == ["[libc]"])
    #expect(symbolizer.frames(0x40090).map(\.name) == ["[vdso]"])
    #expect(symbolizer.frames(0x50090).map(\.name) == ["[made at run time]"])
    #expect(symbolizer.frames(0x60000).map(\.name) == ["[unknown]"])
    #expect(symbolizer.frames(0x70010).map(\.name) == ["headless.so+0x3010"])
    #expect(!symbolizer.isStripped)
    var other = Symbolizer(map: map, program: "/usr/bin/kymo") { _ in
      files["/lib/libz.so.1"]?.descriptor ?? -1
    }
    #expect(other.frames(0x10080).map(\.name) == ["kymo+0x80"])
    #expect(other.isStripped)
    var torn = Symbolizer(map: ProcessMap("\u{0}-z r-xp"), program: "") { _ in -1 }
    #expect(torn.frames(0x10080).map(\.name) == ["[unknown]"])
  }
}

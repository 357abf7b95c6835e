import KymoTestSupport
import Testing

@testable import KymoProfile

@Suite("Symbols") struct SymbolTests {
  private static let fixture = ELFFixture(functions: [
    ELFFixture.Function(name: "second", start: 0x1100, size: 0x20),
    ELFFixture.Function(name: "first", start: 0x1080, size: 0x40),
    ELFFixture.Function(name: "alias", start: 0x1080, size: 0x40),
  ])

  private func name(_ file: ELFFile, _ address: UInt64) -> String? {
    file.function(at: address).flatMap { file.name(of: $0) }
  }

  @Test("are found by address, within the size that they state") func addresses() {
    let file = ELFFile(Self.fixture.bytes)
    #expect(file.hasSymbolTable)
    #expect(name(file, 0x1080) == "first")
    #expect(name(file, 0x10bf) == "first")
    #expect(file.function(at: 0x10c0) == nil)
    #expect(name(file, 0x111f) == "second")
    #expect(file.function(at: 0x107f) == nil)
    #expect(file.address(ofOffset: 0x80) == 0x1080)
    #expect(file.address(ofOffset: 0x10000) == nil)
  }

  @Test("of a stripped file are those that others call, and where others begin") func stripped() {
    var fixture = Self.fixture
    fixture.isStripped = true
    fixture.frameStarts = [0x1040, 0x1080, 0x1200]
    let file = ELFFile(fixture.bytes)
    #expect(!file.hasSymbolTable)
    #expect(name(file, 0x1080) == "first")
    #expect(file.function(at: 0x1050)?.start == 0x1040)
    #expect(name(file, 0x1050) == nil)
    #expect(file.function(at: 0x1234)?.start == 0x1200)
  }

  @Test("of a file that is cut off anywhere are left out") func truncated() {
    let whole = Self.fixture.bytes
    for length in 0..<whole.count {
      let file = ELFFile(Array(whole[..<length]))
      #expect(file.functions.count <= 3)
      for function in file.functions { _ = file.name(of: function) }
    }
  }

  @Test("of a damaged file harm nobody") func damaged() {
    var fixture = Self.fixture
    fixture.frameStarts = [0x1040]
    let whole = fixture.bytes
    var random = SeededRandom(seed: 7)
    for place in whole.indices {
      for value: UInt8 in [0, 0xff, UInt8(random.below(256))] {
        var bytes = whole
        bytes[place] = value
        let file = ELFFile(bytes)
        for address: UInt64 in [0, 0x1080, 0x1100, .max] {
          _ = name(file, address)
          _ = file.byte(at: address)
          _ = file.address(ofOffset: address)
        }
      }
    }
  }

  @Test("of this program are there") func own() throws {
    let bytes = try #require(UnsafeSmallFile.bytes("/proc/self/exe"))
    let file = ELFFile(bytes)
    #expect(file.functions.count > 100)
    #expect(ELFFile(Array("#!/bin/sh\n".utf8)).functions.isEmpty)
    #expect(UnsafeSmallFile.bytes("/nowhere/at/all") == nil)
    #expect(UnsafeSmallFile.bytes("/proc/self/exe", limit: 10) == nil)
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
        "@objc closure #1 (Swift.UnsafeMutableRawPointer?) -> () in KymoCore.Thread.init(_: () -> ()) -> KymoCore.Thread",
        "Thread.init {closure 1}"
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
      7f000000-7f001000 r-xp 00000000 00:00 0
      7ffe0000-7ffe2000 r-xp 00000000 00:00 0                          [vdso]
      7fff-x r-xp 0 0 0 z
      nonsense
      """
    )
    #expect(map.regions.map(\.path) == ["/usr/bin/kymo", "", "[vdso]"])
    #expect(map.region(at: 0x55d0_d010)?.offset == 0x1000)
    #expect(map.region(at: 0x55d0_c010) == nil)
    #expect(map.region(at: 0x55d0_f000) == nil)
    #expect(map.region(at: 0) == nil)
    #expect(map.region(at: .max) == nil)
  }

  @Test("name addresses, and what has no name by its place") func frames() {
    var stripped = Self.fixture
    stripped.isStripped = true
    stripped.functions = []
    stripped.frameStarts = [0x1040, 0x1080]
    let files = ["/usr/bin/kymo": Self.fixture.bytes, "/lib/libz.so.1": stripped.bytes]
    let map = ProcessMap(
      """
      10000-12000 r-xp 00000000 08:01 42 /usr/bin/kymo
      20000-22000 r-xp 00000000 08:01 42 /lib/libz.so.1
      30000-32000 r-xp 00000000 08:01 42 /lib/libc.so.6
      40000-42000 r-xp 00000000 08:01 42 [vdso]
      50000-52000 r-xp 00000000 00:00 0
      """
    )
    var symbolizer = Symbolizer(map: map, program: "/usr/bin/kymo") { path in
      files[path == "/proc/self/exe" ? "/usr/bin/kymo" : path]
    }
    #expect(
      symbolizer.frame(0x10080) == ProfileFrame(name: "first", symbol: "first", module: "kymo")
    )
    #expect(symbolizer.frame(0x20090).name == "libz.so.1+0x1080")
    #expect(symbolizer.frame(0x30090).name == "[libc]")
    #expect(symbolizer.frame(0x40090).name == "[vdso]")
    #expect(symbolizer.frame(0x50090).name == "[made at run time]")
    #expect(symbolizer.frame(0x60000).name == "[unknown]")
    #expect(!symbolizer.isStripped)
    var other = Symbolizer(map: map, program: "/usr/bin/kymo") { _ in stripped.bytes }
    #expect(other.frame(0x10080).name == "kymo+0x1080")
    #expect(other.isStripped)
  }
}

import KymoBridge
import KymoCore
import KymoSamples
import KymoTestSupport
import Testing

/// Where a body is cut, and when its pieces come, is chance: nothing may depend on it.
@Suite("Browser, pieces of a body") struct BrowserChunkTests {
  static let seed: UInt64 = 20_101_103

  /// A body with whatever bytes, text for the most part.
  private func body(_ random: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.below(40) {
      switch random.below(10) {
      case 0: bytes.append(UInt8(random.below(256)))
      case 1...3: bytes += Array(["ü", "€", "😀", "\0", "\"", "\u{2028}"][random.below(6)].utf8)
      default: bytes.append(UInt8(0x21 + random.below(94)))
      }
    }
    return bytes
  }

  /// The body cut at random places, with random delays.
  private func steps(_ body: [UInt8], _ status: Int, _ random: inout SeededRandom) -> [FetchStep] {
    func delay() -> Int64 { random.once(in: 2) ? 0 : random.spread(upTo: 10_000_000_000) }
    var steps = [FetchStep(.respond(status, []), after: delay())]
    var rest = body[...]
    while !rest.isEmpty {
      let count = 1 + random.below(min(rest.count, 1 + random.below(8)))
      steps.append(FetchStep(.send(Array(rest.prefix(count))), after: delay()))
      rest = rest.dropFirst(count)
    }
    return steps + [FetchStep(.end, after: delay())]
  }

  @Test("The fixed browser shows the same, however a body is cut", arguments: [0, 1, 2, 3])
  func cuts(_ part: UInt64) throws {
    let seed = Self.seed + part
    print("browser pieces: seed \(seed)")
    var random = SeededRandom(seed: seed)
    for round in 0..<60 {
      let body = body(&random)
      let status = [200, 200, 200, 204, 404][random.below(5)]
      var results: Set<String> = []
      for attempt in 0..<4 {
        let answer =
          attempt == 0
          ? [FetchStep(.respond(status, [])), FetchStep(.send(body)), FetchStep(.end)]
          : steps(body, status, &random)
        let script = FetchScript([
          FetchRule(url: "http://example.org/", body: [UInt8](text: "<p>")),
          FetchRule(.prefix("https://api.x.co/"), steps: answer),
        ])
        let bench = try BrowserBench(.fixed, script)
        bench.send(.loadLocation("example.org"))
        bench.wait()
        bench.send(.shortenURL)
        bench.wait()
        results.insert("\(bench.model.state) \(bench.shown)")
      }
      let text = String(validating: body, as: UTF8.self)
      let isGood = status < 300 && !body.isEmpty && text != nil
      let expected = isGood ? "shortened -C \(text ?? "")" : "loaded S- failed"
      #expect(results == [expected], "seed \(seed), round \(round)")
    }
  }

  @Test("However a page is cut, its frames are found", arguments: [1, 2, 3, 7, 1000])
  func frames(_ bytes: Int) throws {
    let page =
      #"<p><IFRAME class="a>b" SRC='/1'></iframe><iframe src=//b.example/2><iframe>< iframe src="3">"#
    let script = FetchScript([
      FetchRule(
        url: "http://example.org/a/b",
        body: [UInt8](text: page),
        chunkBytes: bytes,
        chunkDelay: 1
      )
    ])
    let bench = try BrowserBench(.fixed, script)
    bench.send(.loadLocation("example.org/a/b"))
    bench.wait()
    let starts = bench.takeEvents().count { $0.hasPrefix("webViewDidStartLoad") }
    // A tag ends at its first `>`, so that the first of them has no source.
    #expect(starts == 2)
  }
}

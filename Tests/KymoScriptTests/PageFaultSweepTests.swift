import KymoScript
import Testing

/// Which faults a sweep makes, and what it says of them, without a page.
@Suite struct PageFaultSweepTests {
  private static let reference = PageTrial(digest: 1, lines: ["log: a"], messages: 10)

  @Test("Every message gets every kind of fault if there are runs enough") func all() {
    var sweep = PageFaultSweep([.drop, .reload], against: Self.reference, atMost: 500)
    #expect(sweep.possibleRuns == 20 && sweep.runs == 20 && !sweep.isWhole)
    var tried: Set<String> = []
    while let (number, fault) = sweep.next {
      tried.insert(fault.text(at: number))
      sweep.add(Self.reference)
    }
    #expect(tried.count == 20 && sweep.isWhole && sweep.next == nil)
    #expect(sweep.counts(of: .drop) == [10, 0, 0, 0, 0])
  }

  @Test("With fewer runs, they lie evenly over messages and kinds") func some() {
    var sweep = PageFaultSweep([.drop, .reload], against: Self.reference, atMost: 4)
    var numbers: [UInt64] = []
    while let (number, _) = sweep.next {
      numbers.append(number)
      sweep.add(Self.reference)
    }
    #expect(numbers == [0, 2, 5, 7])
    #expect(sweep.findings.map(\.fault) == [.drop, .reload, .drop, .reload])
    let nothing = PageTrial(digest: 0, lines: [], messages: 0)
    #expect(PageFaultSweep([.drop], against: nothing, atMost: 5).isWhole)
  }

  @Test("An effect is the worst that can be said of a run") func effects() {
    func effect(_ change: (inout PageTrial) -> Void) -> PageFaultEffect {
      var trial = Self.reference
      change(&trial)
      return trial.effect(against: Self.reference).effect
    }
    #expect(effect { _ in } == .none)
    #expect(effect { $0.messages = 12 } == .none)
    #expect(effect { $0.digest = 2 } == .different)
    #expect(effect { $0.lines = [] } == .different)
    #expect(effect { ($0.digest, $0.uncaught) = (2, 1) } == .uncaught)
    #expect(effect { ($0.uncaught, $0.isBalanced) = (1, false) } == .unaccounted)
    #expect(effect { ($0.failure, $0.isBalanced) = ("limit", false) } == .failed)
    #expect(PageFaultEffect.allCases.filter(\.isMistake) == [.uncaught, .failed, .unaccounted])
  }

  @Test("Kinds are read from names, each once") func kinds() throws {
    #expect(try PageFaultSweep.kinds("all") == PageFaultSweep.kinds)
    #expect(try PageFaultSweep.kinds("reload,drop,reload") == [.reload, .drop])
    for text in ["", "drop,", "dorp"] {
      #expect(throws: PageFaultError.self) { try PageFaultSweep.kinds(text) }
    }
  }

  @Test("Faults are read from texts, and are written as they are read") func texts() throws {
    let texts = ["drop@1", "duplicate@2", "reorder@3", "reload@4", "delay@5=0.5"]
    let faults = try PageFaults(texts)
    #expect(faults.places.map { $0.value.text(at: $0.key) }.sorted() == texts.sorted())
    let chance = try PageFaults(["drop@1.5%", "delay@2%=1"])
    #expect(
      chance.chances == [
        PageFaults.Chance(.drop, probability: 0.015),
        PageFaults.Chance(.delay(1_000_000_000), probability: 0.02),
      ]
    )
    #expect(throws: PageFaultError.twice(7)) { try PageFaults(["drop@7", "reload@7"]) }
    for text in [
      "drop", "drop@", "drop@-1", "drop@0%", "drop@101%", "delay@1", "delay@1=-1", "rain@1",
    ] {
      #expect(throws: PageFaultError.noFault(text)) { try PageFaults([text]) }
    }
  }
}

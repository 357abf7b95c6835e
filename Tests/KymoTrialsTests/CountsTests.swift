import KymoBench
import KymoReport
import Testing

@testable import KymoTrials

@Suite("Counts under valgrind") struct CountsTests {
  @Test("A profile: what the runtime's own functions do among themselves is counted once")
  func families() throws {
    let text = """
      events: Ir
      fn=(1) main
      cfn=(2) swift_retain
      calls=3 0
      1 300
      cfn=(3) swift_bridgeObjectRetain
      calls=10 0
      1 5
      cfn=(4) swift_release_n
      calls=7 0
      1 5
      cfn=(9) swift_retainCount
      calls=1000 0
      1 5
      fn=(3)
      1 7
      cfn=(2)
      calls=10 0
      1 1
      fn=(5) _swift_release_dealloc'2
      cfn=(6) swift_release'2
      calls=2 0
      1 1
      fn=(7) calloc
      cfn=(8) malloc
      calls=4 0
      1 400
      fn=(1)
      cfn=(7)
      calls=5 0
      1 400
      totals: 99
      """
    let profile = try #require(CallgrindProfile(text))
    #expect(profile.instructions == 99)
    #expect(profile.retains == 13, "3 + 10, not those of the bridge")
    #expect(profile.releases == 9, "7 + 2")
    #expect(profile.allocations == 5, "not those within calloc")
  }

  @Test("The total of dhat") func heap() {
    let text = """
      ==31831== DHAT, a dynamic heap analysis tool
      ==31831== Command: kymo bench Total: 1 bytes in 2 blocks
      ==31831==\u{20}
      ==31831== Total:     1,123,558 bytes in 1,528 blocks
      ==31831== At t-gmax: 85,051 bytes in 73 blocks
      """
    let total = HeapTotal(text)
    #expect(total?.bytes == 1_123_558 && total?.blocks == 1528)
    #expect(HeapTotal("==1== At t-gmax: 85,051 bytes in 73 blocks") == nil)
    #expect(HeapTotal("") == nil)
  }

  @Test("System calls: one each, also where the answer comes later") func systemCalls() {
    let text = """
      ==29866== Command: kymo bench SYSCALL[1,1](1) sys_read
      SYSCALL[29866,1](12) sys_brk ( 0x0 ) --> [pre-success] Success(0x4035000)\u{20}
      SYSCALL[29866,1](0) sys_read ( 4, 0x1ffefff318, 832 ) --> [async] ...\u{20}
      SYSCALL[29866,1](0) ... [async] --> Success(0x340)\u{20}
      SYSCALL[29866,1](262) sys_newfstatat ( 4, 0x4029c99(), 0x1ffefff1b0 )[sync] --> Success(0x0)\u{20}
      SYSCALL[29866,1](  1) sys_write ( 2, 0x404ba60, 61 ) --> [async] ...\u{20}
      SYSCALL[29866,1](9) sys_mmap ( 0x0, 8192, 3, 34, 4294967295, 0 ) --> [pre-success] Success(0x4835000)
      SYSCALL[29866,1](9) sys_mmap ( 0x0, 16400, 1, 2050, 4, 0 ) --> [pre-success] Success(0x4837000)
      SYSCALL[29866,1](12) sys_brk ( 0x4acc000 )==29866== brk segment overflow in thread #1
      SYSCALL[29866,1](11) sys_munmap ( 0x4835000, 8192 )[sync] --> Success(0x0)
      some text of the program
      SYSCALL[29866,1](231) exit_group( 64 ) --> [pre-success] Success(0x0)\u{20}
      """
    #expect(SystemCallTrace(text)?.count == 5, "not those for memory")
    #expect(SystemCallTrace("==1== nothing") == nil, "a process without one does not exist")
  }

  @Test("Whole passes through the recording are counted") func passes() {
    #expect(CommandCounts.events(ofRecorded: 12_120) == 12_120)
    #expect(CommandCounts.events(ofRecorded: 120) == 1080)
    #expect(CommandCounts.events(ofRecorded: 1) == 1000)
    #expect(CommandCounts.events(ofRecorded: 1_000_000) == CommandCounts.maximumEvents)
  }

  private func counted(_ instructions: Int64) -> CommandCounts {
    var counts = CommandCounts("accel", recorded: 2000)
    counts.set(.instructions, from: 1000, to: 1000 + instructions)
    counts.set(.allocations, from: 7, to: 7)
    counts.set(.retains, from: 0, to: 1)
    counts.set(.releases, from: 9, to: 8)
    counts.setUnavailable("dhat", "dhat wrote no total")
    return counts
  }

  @Test("What could not be counted has a reason, and is never 0") func unavailable() {
    let counts = counted(2_000_500)
    #expect(counts[.instructions] == .counted(2_000_500))
    #expect(counts[.allocations] == .counted(0))
    #expect(counts[.releases] == .unavailable("the longer run counted 8, the shorter one 9"))
    #expect(counts[.bytes] == .unavailable("dhat wrote no total"))
    #expect(counts[.systemCalls] == .unavailable("it was not counted"))
    #expect(counts.perEvent(.bytes) == nil && counts.perEvent(.instructions) == 1000.25)
  }

  @Test("A second count may differ by what a library makes of the time of day") func repetition() {
    func pair(_ first: Int64, _ second: Int64) -> CountRepetition? {
      CountRepetition(first: counted(first), second: counted(second))
    }
    #expect(pair(1_000_000, 1_000_000)?.isExact == true)
    #expect(pair(1_000_000, 1_000_010)?.isExact == false)
    #expect(pair(1_000_000, 1_000_010)?.isValid == true)
    #expect(pair(1_000_000, 1_000_011)?.isValid == false)
    var other = counted(1_000_000)
    other.set(.allocations, from: 0, to: 1)
    #expect(CountRepetition(first: counted(1_000_000), second: other)?.isValid == false)
    #expect(CountRepetition(first: counted(-2), second: other) == nil, "nothing was counted")
  }

  /// What a run comes to whose counts are so, in turn, and how often it was counted.
  private func repeated(_ counts: [(instructions: Int, allocations: Int)]) -> (text: String, Int) {
    var taken = 0
    do throws(CountUnavailable) {
      let profile = try CountRepetition.repeated("BASE", attempts: counts.count) {
        () throws(CountUnavailable) in
        let (instructions, allocations) = counts[taken]
        taken += 1
        let text =
          "events: Ir\nfn=(1) main\ncfn=(2) malloc\ncalls=\(allocations) 0\n1 1\ntotals: \(instructions)\n"
        guard let profile = CallgrindProfile(text) else { throw CountUnavailable("no profile") }
        return profile
      }
      return ("\(profile.instructions) \(profile.allocations)", taken)
    } catch { return (error.reason, taken) }
  }

  @Test("What was counted while a process stood still is counted again") func settling() {
    #expect(repeated([(1_000_000, 7), (1_000_010, 7)]) == ("1000010 7", 2))
    #expect(
      repeated([(1_000_000, 7), (1_000_011, 7)])
        == ("two runs of BASE differ: 1000000 and 1000011 instructions, 7 and 7 allocations", 2)
    )
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8)])
        == ("two runs of BASE differ: 1000000 and 1000000 instructions, 7 and 8 allocations", 2)
    )
    // Any two, and not only neighbours.
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8), (1_000_500, 7), (1_000_009, 7), (0, 0)])
        == ("1000009 7", 4)
    )
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8), (1_000_500, 7)])
        == (
          "no two of 3 runs of BASE are the same: 1000000 and 1000500 instructions, 8 and 7 allocations",
          3
        )
    )
  }
}

import Glibc
import KymoCore
import KymoTestSupport
import Testing

@testable import KymoProfile

/// What a function of the library of C calls back, which keeps no frame pointers itself.
private let compareSlowly: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32 = {
  _,
  _ in
  burn() == 0 ? 1 : 0
}

@inline(never) private func burn() -> UInt64 {
  var value: UInt64 = 1
  for _ in 0..<20_000 { value = value &* 6_364_136_223_846_793_005 &+ 1 }
  return value
}

@inline(never) private func sortSlowly() -> Int32 {
  var numbers: [Int32] = Array(0..<64)
  unsafe qsort(&numbers, numbers.count, MemoryLayout<Int32>.size, compareSlowly)
  return numbers[0]
}

@Suite("Stacks through code without frame pointers") struct UnwindingTests {
  @Test("are unwound by tables, up to where the thread began") func callback() throws {
    let sampler = Sampler(SamplerOptions(frequency: 2000))
    try sampler.addCurrent(named: "sorter")
    let end = MonotonicClock().now + 400_000_000
    var sum: Int32 = 0
    while MonotonicClock().now < end { sum &+= sortSlowly() }
    sampler.stop()
    let samples = try #require(sampler.roles.first?.samples)
    // What was copied is unwound, and given back.
    #expect(samples.allSatisfy { $0.copy == nil })
    var profile = Profile(name: "sort", exporter: "test")
    profile.add(sampler) { _ in "none" }
    let stacks = profile.samples.map { $0.stack.map { profile.frames[$0].name } }
    let burning = stacks.filter { $0.last == "burn" }
    if burning.isEmpty { return print("skipped: no sample fell into it") }
    #expect(burning.allSatisfy { $0.contains("sortSlowly") }, "\(burning)")
    #if arch(x86_64)
      #expect(samples.contains { $0.isUnwound })
      #expect(burning.contains { $0.contains { $0.contains("sort") && $0 != "sortSlowly" } })
    #endif
  }

  @Test("that make no sense lead nowhere") func nonsense() throws {
    let unwinder = StackUnwinder(LoadedFiles.own(.own))
    let codes = ProcessMap.own.regions
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      let code = codes[random.below(codes.count)].addresses
      let inCode = { (random: inout SeededRandom) in
        code.lowerBound + UInt64(random.below(code.count))
      }
      let top: UInt64 = 0x7ffc_0000_0000
      var registers = (0..<17).map { _ in top + UInt64(random.below(0x400)) }
      registers[7] = top + 128
      registers[16] = inCode(&random)
      let words = (0..<128).map { index in
        index % 3 == 0 ? inCode(&random) : top + UInt64(8 * random.below(200))
      }
      let copy = StackCopy(registers: registers, words: words, start: top)
      let found = unwinder.unwind(copy, joining: [1, 2])
      #expect(found.returns.count <= 512)
    }
    let nothing = StackCopy(registers: [], words: [], start: 0)
    #expect(unwinder.unwind(nothing, joining: []).returns.isEmpty)
  }

  @Test("are read within what was copied") func words() {
    let copy = StackCopy(registers: [], words: [7, 8], start: 4096)
    #expect(copy.word(at: 4096) == 7 && copy.word(at: 4104) == 8)
    #expect(copy.word(at: 4112) == nil && copy.word(at: 4088) == nil && copy.word(at: 4097) == nil)
    #expect(copy.word(at: .max) == nil && copy.word(at: 0) == nil)
  }

  @Test("and what they came to are in the account") func account() throws {
    var profile = ProfileSamples.walk
    profile.sampling?.unwound = 5
    let bytes = try ProfileExport.write(profile, as: .json)
    #expect(try ProfileReader.read(bytes, name: "x").sampling?.unwound == 5)
    var sum = profile
    sum.addSamples(of: profile)
    #expect(sum.sampling?.unwound == 10)
  }
}

@testable import KymoProfile
import Testing

@Suite("Stacks that end early") struct CutStacksTests {
  private func profile(_ stacks: [([ProfileFrame], Int)], thread: String = "t") -> Profile {
    var profile = Profile(name: "", exporter: "")
    profile.threads = [ProfileThread(name: thread, identifier: 1)]
    for (frames, count) in stacks {
      let first = profile.frames.count
      profile.frames += frames
      profile.samples.append(
        ProfileSample(
          stack: Array(first..<first + frames.count),
          thread: 0,
          count: count,
          nanoseconds: 0
        )
      )
    }
    return profile
  }

  private let libc = ProfileFrame(name: "[libc]", module: "libc.so.6")
  private let work = ProfileFrame(name: "work", symbol: "$s4work", module: "kymo")
  private let zstd = ProfileFrame(name: "libzstd.so.1.5.4+0x10", module: "libzstd.so.1.5.4")

  @Test("are those that do not begin where their thread does") func roots() {
    let main = ProfileFrame(name: "main", symbol: "main", module: "kymo")
    let page = ProfileFrame(name: "[js] accel", module: "page")
    let whole = CutStacks(profile([([libc, work], 5), ([main, work, zstd], 2), ([main], 1)]))
    #expect(whole.count == 0 && whole.all == 8 && whole.text == nil)
    let cut = CutStacks(
      profile([
        ([libc, work], 1000), ([libc], 4), ([zstd, libc], 3), ([work], 2), ([page, zstd], 2),
        ([ProfileFrame(name: "[made at run time]")], 1),
      ])
    )
    #expect(cut.count == 12 && cut.all == 1012)
    #expect(cut.modules.map(\.name) == ["libzstd.so.1.5.4", "libc.so.6", "kymo", ""])
    #expect(cut.modules.map(\.count) == [5, 4, 2, 1])
    #expect(
      cut.text == "12 of 1,012 stacks end early, where neither frame pointers nor tables lead on "
        + "(libzstd, libc, kymo and 1 more)"
    )
  }

  @Test("are none of a script engine's own") func scripts() {
    let stacks = CutStacks(profile([([work], 7)], thread: Profile.scriptThread))
    #expect(stacks.count == 0 && stacks.all == 0)
  }
}

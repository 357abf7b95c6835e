import Testing

@testable import KymoProfile

@Suite("Samples of work") struct WorkSampleTests {
  private func profile(isLabelled: Bool) -> Profile {
    var profile = Profile(name: "p", exporter: "test")
    profile.threads = ["dispatcher", "reader", Profile.scriptThread].enumerated().map {
      ProfileThread(name: $1, identifier: $0)
    }
    profile.frames = ["handle", "sched_yield", "read", "page"].map { ProfileFrame(name: $0) }
    func sample(_ frame: Int, _ thread: Int, _ count: Int, _ command: String?, _ stage: String?) {
      profile.samples.append(
        ProfileSample(
          stack: [frame],
          thread: thread,
          command: command,
          stage: stage,
          count: count,
          nanoseconds: Int64(count)
        )
      )
    }
    sample(0, 0, 30, "accel", "view")
    sample(0, 0, 2, "accel", nil)
    sample(3, 0, 8, nil, "page")
    sample(1, 0, 60, nil, nil)
    sample(2, 1, 50, nil, nil)
    sample(3, 2, 7, "accel", nil)
    if isLabelled {
      profile.sampling = SamplingSummary(
        period: 1,
        due: 157,
        delivered: 157,
        dropped: 0,
        unwound: 0
      )
    }
    return profile
  }

  @Test("are those of events and of a page's turns; waiting and other threads are left out")
  func work() {
    let work = WorkSamples(profile(isLabelled: true))
    #expect(work.count == 40 && work.idleCount == 60 && work.otherCount == 50)
    #expect(work.idleShare == 0.6)
    #expect(work.profile.functions.prefix(2).map(\.ownCount) == [32, 8])
    #expect(!work.profile.samples.contains { $0.stack == [1] })
  }

  @Test("are all of the thread's where nobody says what it did") func unlabelled() {
    let work = WorkSamples(profile(isLabelled: false))
    #expect(work.count == 100 && work.idleCount == nil && work.idleShare == nil)
    #expect(work.otherCount == 50)
    #expect(WorkSamples(Profile(name: "p", exporter: "test")).count == 0)
  }
}

import KymoProfile
import Testing

@Suite("A profile") struct ProfileTests {
  @Test("of nothing has nothing in it") func empty() {
    let profile = Profile(name: "walk", exporter: "kymo")
    #expect(profile.samples.isEmpty && profile.sampling == nil)
  }
}

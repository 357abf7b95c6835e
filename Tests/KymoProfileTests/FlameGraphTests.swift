@testable import KymoProfile
import Testing

@Suite("Flame graphs") struct FlameGraphTests {
  @Test("leave out and count what is too narrow to see") func narrow() throws {
    var profile = ProfileSamples.walk
    profile.samples[0].count = 100_000
    profile.samples[0].nanoseconds = 100_000 * 997_000
    let graph = try FlameGraph(profile).svg
    #expect(graph.contains("frames narrower than 0.1 % are not shown."))
    #expect(!graph.contains("rare()"))
    #expect(try FlameGraph(ProfileSamples.hostile).svg.contains("Every frame is shown."))
  }

  @Test("have boxes whose callers hold them") func nesting() throws {
    let tree = StackTree(ProfileSamples.walk)
    let layout = FlameLayout(tree)
    var starts: [Int: Int] = [:]
    for place in layout.places {
      starts[place.node] = place.start
      let node = tree.nodes[place.node]
      guard place.node != 0, let parent = starts[node.parent] else { continue }
      #expect(place.start >= parent)
      #expect(place.start + node.weight <= parent + tree.nodes[node.parent].weight)
    }
    #expect(tree.nodes[0].count == ProfileSamples.walk.samples.reduce(0) { $0 + $1.count })
  }

  @Test("give a name the same colour everywhere") func color() {
    #expect(FlameColor.hash("") == 2_166_136_261)
    #expect(FlameColor.hash("a") == 0xE40C_292C)
    #expect(FlameColor.look(of: "a", .function) == "c0")
  }

  private func change(_ before: Int, of sum: Int, _ after: Int, of otherSum: Int) -> ShareChange {
    ShareChange(
      before: (before, before),
      ofBefore: (sum, sum),
      after: (after, after),
      ofAfter: (otherSum, otherSum)
    )
  }

  @Test("say that a change is within the sampling error, or beyond") func error() {
    // Half of 400 samples, and of 4,000: no change at all.
    #expect(change(200, of: 400, 2000, of: 4000).verdict == .withinError)
    // 100 and 130 of 1,000: 2 · √230 is 30.3, which 30 is within and 31 beyond.
    #expect(change(100, of: 1000, 130, of: 1000).verdict == .withinError)
    #expect(change(100, of: 1000, 131, of: 1000).verdict == .grew)
    #expect(change(131, of: 1000, 100, of: 1000).verdict == .shrank)
    // Up to 4 samples may have been missed.
    #expect(change(0, of: 1000, 4, of: 1000).verdict == .withinError)
    #expect(change(0, of: 1000, 5, of: 1000).verdict == .new)
    #expect(change(5, of: 1000, 0, of: 1000).verdict == .gone)
    // Twice the samples in a run of twice the length.
    #expect(change(500, of: 1000, 1000, of: 2000).change == 0)
  }

  @Test("tell what is new, gone, and slower") func difference() throws {
    let difference = try ProfileDifference(before: ProfileSamples.walk, after: ProfileSamples.later)
    let verdicts = Dictionary(
      uniqueKeysWithValues: difference.functions.map { ($0.name, $0.own.verdict) }
    )
    #expect(verdicts["JSONWriter.write(_:)"] == .new)
    #expect(verdicts["old_encode(_:)"] == .gone)
    #expect(verdicts["sincos"] == .grew)
    #expect(verdicts["seldom()"] == .withinError)
    #expect(verdicts["Schedule.next()"] == .withinError)
    #expect(difference.functions.first?.name == "sincos")
    #expect(difference.vanished.map { difference.before.nodes[$0.node].name } == ["old_encode(_:)"])
    let graph = FlameGraph(difference).svg
    #expect(graph.contains("class=\"f new\"") && graph.contains("class=\"f gone\""))
    #expect(graph.contains("class=\"f g5\"") && graph.contains("class=\"f same\""))
  }

  @Test("of a profile and itself are grey") func same() throws {
    let difference = try ProfileDifference(before: ProfileSamples.walk, after: ProfileSamples.walk)
    let graph = FlameGraph(difference).svg
    for look in ["new", "gone", "g1", "s1", "g5", "s5"] {
      #expect(!graph.contains("class=\"f \(look)\""))
    }
    #expect(difference.functions.allSatisfy { $0.own.change == 0 && $0.whole.change == 0 })
  }

  @Test("compare with folded stacks by counts") func folded() throws {
    let bytes = try ProfileExport.write(ProfileSamples.walk, as: .folded)
    let before = try ProfileReader.read(bytes, name: "before.folded")
    let difference = try ProfileDifference(before: before, after: ProfileSamples.walk)
    #expect(difference.vanished.isEmpty)
    #expect(!FlameGraph(difference).svg.contains("class=\"f new\""))
  }
}

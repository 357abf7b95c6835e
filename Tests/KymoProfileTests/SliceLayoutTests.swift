@testable import KymoProfile
import KymoTestSupport
import Testing

@Suite("Slices of a thread") struct SliceLayoutTests {
  private func slice(_ start: Int64, _ end: Int64, _ handler: String? = nil) -> StageSlice {
    StageSlice(
      thread: 0,
      command: "c",
      stage: "s",
      handler: handler,
      start: start,
      duration: end - start,
      source: 0,
      sequence: 0
    )
  }

  private func placed(_ slices: [StageSlice]) -> [[Int64]] {
    SliceLayout(air: 2).place(Array(slices.indices), of: slices)
      .map { [Int64($0.index), $0.start, $0.end, Int64($0.depth)] }
  }

  @Test("end 2 ns before what follows, and before what they lie in") func air() {
    #expect(
      placed([slice(0, 100), slice(0, 40, "a"), slice(40, 100, "b"), slice(100, 200)])
        == [[0, 0, 98, 0], [1, 0, 38, 1], [2, 40, 96, 1], [3, 100, 200, 0]]
    )
  }

  @Test("are moved where one has nothing to spare, up to the next gap") func moved() {
    #expect(
      placed([slice(10, 11), slice(11, 12), slice(12, 13), slice(50, 60)])
        == [[0, 10, 10, 0], [1, 12, 12, 0], [2, 14, 14, 0], [3, 50, 60, 0]]
    )
    #expect(placed([slice(5, 5), slice(5, 5)]) == [[0, 5, 5, 0], [1, 7, 7, 0]])
  }

  @Test("keep their order and their air, whatever they are") func random() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let slices = (0..<20).map { index in
        let start = Int64.random(in: 0..<60, using: &random)
        return slice(
          start,
          start + Int64.random(in: 0..<40, using: &random),
          index % 3 == 0 ? "h" : nil
        )
      }
      let placed = SliceLayout(air: 2).place(Array(slices.indices), of: slices)
      #expect(Set(placed.map(\.index)).count == slices.count)
      var open: [SliceLayout.Placed] = []
      var last: SliceLayout.Placed?
      for slice in placed {
        #expect(slice.start <= slice.end)
        while open.count > slice.depth { last = open.removeLast() }
        if let last, open.count == last.depth { #expect(slice.start >= last.end + 2) }
        if let parent = open.last {
          #expect(slice.start >= parent.start && slice.end + 2 <= parent.end)
        }
        open.append(slice)
        last = nil
      }
    }
  }
}

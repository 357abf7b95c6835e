import KymoCore
import KymoRecording
import Testing

@Suite("The highest number of a request") struct RequestNumberLimitTests {
  @Test("It is kept also behind a gap, and what follows is counted on from it")
  func highest() throws {
    for (numbers, expected) in [
      ([2_147_483_647], [2_147_483_647]), ([5, 2_147_483_647], [5, 2_147_483_647]),
      ([2_147_483_647, 3], [2_147_483_647, 2_147_483_648]), ([5, 2_147_483_648], [5, 6]),
    ] as [([UInt32], [UInt32])] {
      var requests = RequestSample()
      for number in numbers {
        requests.add(#"{"sequence":\#(number),"text":"call?cmd=loc"}"#, at: 5)
      }
      #expect(try requests.read().events.map(\.sequence) == expected)
    }
  }
}

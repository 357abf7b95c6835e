import KymoCore
import KymoRecording
import Testing

/// A request keeps the number that it was sent with, wherever that can be its sequence.
@Suite("Numbers of requests") struct RequestNumberTests {
  private func sequences(_ numbers: [String], at times: [UInt64]? = nil) throws -> [UInt32] {
    var requests = RequestSample()
    for (index, number) in numbers.enumerated() {
      requests.add(#"{"sequence":\#(number),"text":"call?cmd=loc"}"#, at: times?[index] ?? 5)
    }
    return try requests.read().events.map(\.sequence)
  }

  @Test("Numbers that ascend are kept, gaps and all")
  func ascending() throws {
    #expect(try sequences(["0", "1", "2"]) == [0, 1, 2])
    #expect(try sequences(["7", "8", "400000000"]) == [7, 8, 400_000_000])
    #expect(try sequences(["2147483646", "2147483647"]) == [2_147_483_646, 2_147_483_647])
  }

  @Test("From the first number that does not ascend on, requests are counted on from the last")
  func counted() throws {
    #expect(try sequences(["0", "0", "0"]) == [0, 1, 2])
    #expect(try sequences(["5", "5", "9"]) == [5, 6, 7])
    #expect(try sequences(["3", "4", "0", "1", "90"]) == [3, 4, 5, 6, 7])
  }

  @Test(
    "What is no number of 31 bits is none",
    arguments: ["-1", "1.5", "null", #""4""#, "2147483648"]
  )
  func invalid(_ number: String) throws {
    #expect(try sequences([number, "9"]) == [0, 1])
    #expect(try sequences(["4", number, "9"]) == [4, 5, 6])
  }

  @Test("Numbers are compared with the order of dispatch, not that of the file")
  func order() throws {
    #expect(try sequences(["2", "0", "1"], at: [9, 3, 6]) == [0, 1, 2])
  }

  @Test("The numbers of samples do not count for requests, nor those of requests for samples")
  func sources() throws {
    var requests = RequestSample()
    requests.sample.addAcceleration(1, at: 0)
    requests.add(#"{"sequence":40,"text":"call?cmd=loc"}"#, at: 1)
    requests.sample.addAcceleration(1, at: 2)
    #expect(try requests.read().events.map(\.sequence) == [0, 40, 1])
  }
}

import KymoBridge
import Testing

@testable import KymoScript

/// What a page fetches, without a page.
@Suite struct PageFetchesTests {
  private static let script = """
    {"rules": [{"prefix": "http://a.example/", "text": "hello", "delayNanoseconds": 5000}]}
    """

  private func request(_ number: Double, _ url: String) -> WebRequest {
    WebRequest(number: number, method: "GET", url: url, fields: "{}", body: [])
  }

  private func take(_ fetches: inout PageFetches, upTo time: Int64) -> [Double] {
    var numbers: [Double] = []
    while let (number, _) = fetches.take(upTo: time) { numbers.append(number) }
    return numbers
  }

  @Test("Notices come when they are due, with the number of the page") func notices() throws {
    var fetches = PageFetches(try FetchScript(json: Self.script))
    #expect(fetches.nextDue == nil)
    fetches.start(request(3, "http://a.example/x"), at: 1_000)
    let due = try #require(fetches.nextDue)
    #expect(due > 1_000 && fetches.take(upTo: due - 1) == nil)
    let taken = fetches.take(upTo: due)
    let notice = try #require(taken)
    guard case .response(let response) = notice.event else {
      Issue.record("\(notice.event)")
      return
    }
    #expect(notice.number == 3 && response.status == 200)
    #expect(take(&fetches, upTo: due) == [3, 3], "its body and its end")
    #expect(fetches.nextDue == nil)
  }

  @Test("A page hears no more of what it takes back, or of what went with it") func cancelled()
    throws
  {
    var fetches = PageFetches(try FetchScript(json: Self.script))
    for number in 1...3 as ClosedRange<Int> {
      fetches.start(request(Double(number), "http://a.example/\(number)"), at: 0)
    }
    fetches.cancel(2, at: 0)
    fetches.cancel(9, at: 0)
    #expect(Set(take(&fetches, upTo: .max)) == [1, 3])
    fetches.start(request(4, "http://a.example/4"), at: 0)
    fetches.cancelAll(at: 0)
    #expect(take(&fetches, upTo: .max) == [])
  }

  @Test("Requests are counted, whoever answers them") func count() {
    var fetches = PageFetches(FetchScript())
    fetches.note()
    fetches.start(request(1, "http://nowhere.example/"), at: 0)
    #expect(fetches.count == 1)
    #expect(take(&fetches, upTo: .max) == [1], "there is no such server")
  }
}

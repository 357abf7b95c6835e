import Testing

@testable import KymoScript

@Suite("Messages here and in a browser")
struct PageComparisonTests {
  private func message(
    _ text: String,
    _ direction: PageLedger.Direction = .toNative,
    at time: Int64 = 1
  ) -> PageMessage {
    PageMessage(number: 0, direction: direction, time: time, text: Array(text.utf8))
  }

  private func compared(
    _ here: [PageMessage],
    _ there: [PageMessage],
    limit: Int = 100
  ) -> PageComparison {
    var comparison = PageComparison(limit: limit)
    for message in here { comparison.add(message) }
    for message in there { comparison.compare(message) }
    comparison.finish()
    return comparison
  }

  @Test("The same texts, ways and times are the same")
  func same() {
    let messages = [message("a"), message("b", .toPage, at: 2)]
    let comparison = compared(messages, messages)
    #expect(comparison.difference == nil && comparison.compared == 2 && !comparison.isCut)
    #expect(comparison.count(.here, .toPage) == 1 && comparison.count(.chromium, .toNative) == 1)
  }

  @Test("The first that differs is named, whatever comes behind it")
  func different() {
    let text = compared([message("a"), message("b"), message("c")], [message("a"), message("x")])
    #expect(text.difference?.number == 1 && text.difference?.isOfTime == false)
    let way = compared([message("a")], [message("a", .toPage)])
    #expect(way.difference?.number == 0 && way.difference?.isOfTime == false)
    let time = compared([message("a")], [message("a", at: 2)])
    #expect(time.difference?.isOfTime == true)
  }

  @Test("One more or less on a side is a difference")
  func counts() {
    let fewer = compared([message("a"), message("b")], [message("a")])
    #expect(fewer.difference?.number == 1 && fewer.difference?.chromium == nil)
    let more = compared([message("a")], [message("a"), message("b")])
    #expect(more.difference?.number == 1 && more.difference?.here == nil)
    #expect(more.difference?.chromium?.text == Array("b".utf8))
  }

  @Test("Behind the limit nothing is compared, and that is said")
  func limit() {
    let cut = compared([message("a"), message("b")], [message("a"), message("x")], limit: 1)
    #expect(cut.difference == nil && cut.compared == 1 && cut.isCut)
    #expect(cut.count(.here, .toNative) == 2 && cut.count(.chromium, .toNative) == 2)
    // Fewer there than are compared is a difference all the same.
    let short = compared([message("a"), message("b"), message("c")], [], limit: 2)
    #expect(short.difference?.number == 0)
  }
}

import Testing

@testable import KymoScript

/// What becomes of messages on their way, without a page.
@Suite struct PageTrafficTests {
  /// Gives messages in a direction to a bridge with faults; their texts are their numbers.
  private func traffic(
    _ count: UInt8,
    _ direction: PageLedger.Direction,
    _ faults: [UInt64: PageFault] = [:]
  ) -> PageTraffic {
    var traffic = PageTraffic(PageFaults(faults), maximumCalls: 3)
    for number in 0..<count {
      let message = traffic.next([number], direction, at: Int64(number) * 10)
      traffic.send(message, traffic.fault(at: message))
    }
    return traffic
  }

  private func replies(_ traffic: inout PageTraffic) -> [UInt8] {
    var texts: [UInt8] = []
    while let message = traffic.takeReply() { texts += message.text }
    return texts
  }

  @Test("Every message arrives once, in order, and is in the digest") func plain() throws {
    var traffic = traffic(3, .toPage)
    #expect(traffic.hasReplies && !traffic.hasCalls && traffic.takeCall() == nil)
    #expect(replies(&traffic) == [0, 1, 2])
    #expect(traffic.ledger.toPage.delivered == 3 && traffic.ledger.isBalanced)
    #expect(traffic.digest.count == 3)
    let before = traffic.digest
    traffic.note(WebDialog(kind: "alert", text: "a", offer: ""), at: 30)
    #expect(traffic.digest != before && traffic.digest.count == 4)
    #expect(traffic.ledger.sent == 3, "a dialog is no message")
  }

  @Test(
    "A fault befalls the message of its number",
    arguments: [
      (PageFault.drop, [0, 2]), (.duplicate, [0, 1, 1, 2]), (.reorder, [0, 2, 1]),
      (.reload, [0, 1, 2]),
    ] as [(PageFault, [UInt8])]
  )
  func faults(_ fault: PageFault, _ expected: [UInt8]) {
    var traffic = traffic(3, .toPage, [1: fault])
    #expect(replies(&traffic) == expected)
    traffic.finish(holding: 0)
    #expect(traffic.ledger.isBalanced && traffic.faultsNotMade.isEmpty)
  }

  @Test("A delayed message arrives when it is due") func delay() {
    var traffic = traffic(3, .toNative, [0: .delay(100), 9: .drop, 7: .drop])
    #expect(traffic.nextDue == 100 && traffic.takeCall()?.text == [1])
    traffic.advance(to: 99)
    #expect(traffic.takeCall()?.text == [2] && traffic.takeCall() == nil)
    traffic.advance(to: 100)
    #expect(traffic.takeCall()?.number == 0 && traffic.nextDue == .max)
    #expect(traffic.faultsNotMade == [7, 9])
  }

  @Test("What is lost with a page, and what is left at the end, is accounted for") func lost() {
    var traffic = traffic(2, .toPage)
    traffic.loseReplies()
    traffic.loseCalls(4)
    #expect(traffic.ledger.toPage.lostByReload == 2 && traffic.ledger.toNative.lostByReload == 4)
    let message = traffic.next([9], .toNative, at: 50)
    #expect(message.number == 2)
    traffic.send(message, nil)
    traffic.finish(holding: 5)
    #expect(traffic.ledger.toNative.waiting == 6 && traffic.ledger.isBalanced)
  }

  @Test("Calls that are refused are no messages, or lost ones") func refused() {
    var traffic = traffic(3, .toNative)
    #expect(!traffic.takesCalls)
    traffic.refuse()
    #expect(traffic.takeCall() != nil && traffic.takesCalls)
    traffic.refuseArrived(isTooLong: true)
    #expect(traffic.ledger.refusedCalls == 2 && traffic.ledger.longCalls == 1)
    #expect(traffic.ledger.toNative.dropped == 1 && traffic.ledger.toNative.delivered == 0)
    traffic.finish(holding: 0)
    #expect(traffic.ledger.isBalanced)
  }
}

import Testing

@testable import KymoScript

/// Who waits for which call.
@Suite struct PageCallersTests {
  private let bridge = WebViewBridge()

  private func caller(_ begin: Int64, waits: Bool = false) -> PageCallers.Caller {
    let respond = waits ? WebViewBridge.Responder(bridge, id: "\(begin)") : nil
    return PageCallers.Caller(begin: begin, respond: respond)
  }

  @Test("A call is known by its message, then by its event, until it is done with") func course() {
    var callers = PageCallers()
    callers.add(7, caller(70, waits: true))
    callers.add(8, caller(80))
    callers.raise(7, as: 1)
    callers.raise(8, as: 2)
    #expect(callers[1]?.begin == 70 && callers[2]?.begin == 80)
    #expect(callers.awaits(1) && !callers.awaits(2))
    #expect(callers.takeResponder(of: 1)?.id == "70")
    #expect(callers[1] == nil && callers.takeResponder(of: 1) == nil, "one answer each")
    callers.forget(2)
    #expect(callers[2] == nil)
  }

  @Test("The second arrival of a doubled call has nobody who waits") func doubled() {
    var callers = PageCallers()
    callers.add(7, caller(70, waits: true))
    callers.raise(7, as: 1)
    callers.raise(7, as: 2)
    #expect(callers.awaits(1) && callers[2] == nil)
  }

  @Test("A refused call gives its responder back, and takes no room") func refused() {
    var callers = PageCallers()
    callers.add(7, caller(70, waits: true))
    #expect(callers.refuse(7)?.id == "70" && callers.refuse(7) == nil)
    for number in 0..<PageCallers.maximumDispatching {
      #expect(callers.hasRoom)
      callers.raise(UInt64(number), as: UInt32(number))
    }
    #expect(!callers.hasRoom)
    callers.dispatched()
    #expect(callers.hasRoom)
  }

  @Test("With the page, all are forgotten but what the dispatcher has") func lost() {
    var callers = PageCallers()
    callers.add(1, caller(10, waits: true))
    for number in 0..<PageCallers.maximumDispatching {
      callers.raise(UInt64(number) + 100, as: UInt32(number))
    }
    callers.lose()
    #expect(callers.refuse(1) == nil && !callers.hasRoom)
  }
}

import Testing

@testable import KymoScript

/// What a page asks, how it is answered, and what is kept of it.
@Suite struct PageDialogsTests {
  @Test("Somebody says yes, or no, and nothing to an alert", arguments: [true, false])
  func answers(_ confirms: Bool) {
    var dialogs = PageDialogs(confirms: confirms, maximumWaiting: 1)
    #expect(
      dialogs.answer(WebDialog(kind: "confirm", text: "", offer: "")) == .boolean(confirms)
    )
    let prompt = dialogs.answer(WebDialog(kind: "prompt", text: "", offer: "x"))
    #expect(prompt == (confirms ? .string("x") : .null))
    #expect(dialogs.answer(WebDialog(kind: "alert", text: "", offer: "")) == .undefined)
    #expect(dialogs.count == 3)
  }

  @Test("Dialogs are kept in order for whoever takes them, up to a limit") func kept() {
    var dialogs = PageDialogs(confirms: true, maximumWaiting: 2)
    let asked = (0..<4 as Range<Int64>).map { PageDialog(time: $0, text: []) }
    dialogs.keep(asked[0])
    #expect(dialogs.next == nil && dialogs.lost == 0, "nobody wants them")
    dialogs.areKept = true
    for dialog in asked { dialogs.keep(dialog) }
    #expect(dialogs.lost == 2 && dialogs.next == asked[0])
    dialogs.take()
    #expect(dialogs.next == asked[1])
    dialogs.take()
    #expect(dialogs.next == nil)
    dialogs.keep(asked[3])
    #expect(dialogs.next == asked[3] && dialogs.lost == 2, "there is room again")
  }
}

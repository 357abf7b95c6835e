import KymoCore
import KymoMCAP
import Testing

@testable import KymoScript

/// What a person and the phone do to a page: as a recording has it, and until the page feels it.
@Suite("Page inputs") struct PageInputTests {
  private func read(_ json: String) -> PageInput? {
    Array(json.utf8).withRawSpan { PageInput($0, at: 7) }
  }

  @Test(
    "An act is read as it was written",
    arguments: [
      PageInput.Kind.tap("#a > b[title=\"é\\\"@\u{1F600}\"]"), .tap(""), .pause, .resume, .back,
    ]
  )
  func roundTrip(_ kind: PageInput.Kind) {
    let input = PageInput(kind, at: 7)
    #expect(input.json.withRawSpan { PageInput($0, at: 7) } == input)
    let event = input.event(3, CommandID(rawValue: 9))
    #expect(event.timestamp == 7 && event.sequence == 3 && event.source == .pageInput)
    #expect(event.kind == .data && event.command == CommandID(rawValue: 9))
  }

  @Test("The texts of acts are part of recordings") func texts() {
    #expect(PageInput(.tap("#go"), at: 0).json == Array(##"{"kind":"tap","selector":"#go"}"##.utf8))
    #expect(PageInput(.pause, at: 0).json == Array(#"{"kind":"pause"}"#.utf8))
    #expect(PageInput(.tap("#go"), at: 0).shown == "tap on #go")
    #expect(PageInput(.back, at: 0).shown == "back")
  }

  @Test(
    "What is no act is none",
    arguments: [
      "", "{}", "[]", #"{"kind":"tap"}"#, #"{"kind":"stop"}"#, #"{"kind":1}"#,
      #"{"kind":"tap","selector":1}"#, #"{"kind":"pause""#,
    ]
  )
  func unreadable(_ json: String) { #expect(read(json) == nil) }

  @Test("Members that nobody knows are passed over") func members() {
    #expect(read(#"{"x":[1],"kind":"resume","selector":"a"}"#) == PageInput(.resume, at: 7))
  }

  @Test("Acts wait in their order, and are counted by what came of them") func queue() {
    var inputs = PageInputs(from: 5)
    let acts = [PageInput(.tap("a"), at: 6), PageInput(.tap("b"), at: 6), PageInput(.pause, at: 9)]
    #expect(inputs.nextDue == nil && inputs.take(upTo: .max) == nil)
    for act in acts { inputs.put(act) }
    #expect(inputs.nextDue == 6 && inputs.take(upTo: 5) == nil)
    #expect(inputs.take(upTo: 8) == acts[0] && inputs.take(upTo: 8) == acts[1])
    #expect(inputs.take(upTo: 8) == nil && inputs.nextDue == 9)
    #expect(inputs.take(upTo: 9) == acts[2] && inputs.nextDue == nil)
    inputs.note(acts[0])
    inputs.note(acts[2])
    for _ in 0..<1500 { inputs.miss(acts[1], "gone") }
    #expect(inputs.count == 2 && inputs.counts == ["tap": 1, "pause": 1])
    #expect(inputs.missedCount == 1500 && inputs.missed.count == PageInputs.keptCount)
    #expect(inputs.missed.first == PageInputs.Missed(input: acts[1], reason: "gone"))
  }
}

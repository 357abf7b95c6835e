import Foundation
import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// Mistakes in the requests of a session with a page: each is found where it was made, with the texts.
@Suite("Faults in requests") struct PageFaultTests {
  /// The recording, its inputs, and for each input the number of its step.
  struct Page {
    let recording: MemoryRecording
    let inputs: [SessionInput]
    let steps: [PageSteps.Step]
    /// The step of each input; others are those of events that handlers raised.
    let places: [Int]

    init(seed: UInt64) throws {
      (recording, inputs) = try MemoryRecording.page(seed: seed)
      steps = try recording.pageSteps()
      places = steps.indices.filter { [steps] in steps[$0].source != .device }
      try #require(places.count == inputs.count)
    }

    /// The numbers of the inputs that are requests.
    var requests: [Int] { inputs.indices.filter { inputs[$0].event.kind == .message } }

    /// The numbers of some of them: the first, the last, and every so many between.
    var someRequests: [(number: Int, input: Int)] {
      let all = Array(requests.enumerated())
      return all.filter { $0.offset % 13 == 0 || $0.offset == all.count - 1 }
        .map { ($0.offset, $0.element) }
    }

    func text(_ input: Int) -> String { String(decoding: inputs[input].text, as: UTF8.self) }
  }

  static let page = Result { try Page(seed: 21) }

  @Test("A flipped bit in a request's text")
  func flip() throws {
    let page = try Self.page.get()
    for (number, input) in page.someRequests {
      let found = try #require(
        try page.recording.divergence(.flip(UInt64(input)), rings: [1, 2, 4][number % 3])
      )
      #expect(found.index == UInt64(page.places[input]), "request \(number)")
      var text = page.inputs[input].text
      text[text.count - 1] ^= 1
      #expect(found.actual?.message == String(decoding: text, as: UTF8.self))
      #expect(found.expected?.event.timestamp == page.inputs[input].event.timestamp)
    }
  }

  @Test("A dropped request")
  func drop() throws {
    let page = try Self.page.get()
    for (number, input) in page.someRequests {
      let place = page.places[input]
      let found = try #require(try page.recording.divergence(.drop(UInt64(input))))
      #expect(found.index == UInt64(place), "request \(number)")
      #expect(found.expected?.event.source == .bridge)
      #expect(found.expected?.event.sequence == UInt32(number))
      #expect(found.expected?.event.timestamp == page.inputs[input].event.timestamp)
      #expect(found.actual?.message != page.text(input))
      #expect(found.before.count == min(place, Verifier.contextLength))
    }
  }

  @Test("Two swapped requests, and a request swapped with a sample")
  func swap() throws {
    let page = try Self.page.get()
    // A request and whatever input follows it.
    for (_, input) in page.someRequests where input + 1 < page.inputs.count {
      let found = try #require(try page.recording.divergence(.swap(UInt64(input))))
      #expect(found.index == UInt64(page.places[input]))
      let next = page.inputs[input + 1]
      #expect(found.actual?.event.kind == next.event.kind)
      #expect(found.actual?.message == (next.text.isEmpty ? nil : page.text(input + 1)))
    }
  }

  @Test("Requests exchanged in the file, with every checksum right")
  func exchanged() throws {
    let page = try Self.page.get()
    let content = try SessionContent(page.recording.bytes)
    let places = content.messages.indices.filter {
      content.messages[$0].channelID == InputChannel.request.recordingID
    }
    for (first, second) in [(0, 1), (3, 20), (10, 11)] {
      let inputs = [page.requests[first], page.requests[second]]
      try #require(page.text(inputs[0]) != page.text(inputs[1]))
      var changed = content
      let data = changed.messages[places[first]].data
      changed.messages[places[first]].data = changed.messages[places[second]].data
      changed.messages[places[second]].data = data
      let found = try #require(try MemoryRecording(changed.written()).divergence())
      #expect(found.index == UInt64(page.places[inputs[0]]))
      #expect(found.actual?.message == page.text(inputs[1]))
    }
  }

  @Test("A request left out of the file, and one whose text has another character")
  func tampered() throws {
    let page = try Self.page.get()
    let content = try SessionContent(page.recording.bytes)
    let places = content.messages.indices.filter {
      content.messages[$0].channelID == InputChannel.request.recordingID
    }
    for number in [0, 7, places.count - 1] {
      var without = content
      without.messages.remove(at: places[number])
      let missing = try #require(try MemoryRecording(without.written()).divergence())
      #expect(missing.index == UInt64(page.places[page.requests[number]]))
      #expect(missing.expected?.event.sequence == UInt32(number))

      var changed = content
      var text = String(decoding: changed.messages[places[number]].data, as: UTF8.self)
      text = text.replacingOccurrences(of: "cmd=", with: "cmd=x")
      try #require(text.utf8.count > changed.messages[places[number]].data.count)
      changed.messages[places[number]].data = Array(text.utf8)
      let verification = try MemoryRecording(changed.written()).verification()
      guard let other = verification.divergence else {
        // What nobody knows before and after has the same outcome: the request itself differs.
        #expect(verification.differences.contains { $0.path == "digest" })
        continue
      }
      #expect(other.index == UInt64(page.places[page.requests[number]]))
      #expect(other.actual?.message?.contains("cmd=x") == true)
      #expect(other.actual?.step.outcome.status == .unknownCommand)
    }
  }

  @Test("Where a reply differs, both texts are known")
  func replyTexts() throws {
    let page = try Self.page.get()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kymograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("session.mcap").path
    try Data(page.recording.bytes).write(to: URL(fileURLWithPath: path))
    let file = try SessionFile(path: path)
    for (index, step) in page.steps.enumerated() where index % 17 == 0 || step.cause != .unsolicited
    {
      #expect(file.replyText(ofStep: UInt64(index)) == step.reply, "step \(index)")
    }
    #expect(file.replyText(ofStep: UInt64(page.steps.count)) == nil)

    // A fix that is altered by a bit is another reply.
    let answer = try #require(page.steps.firstIndex { $0.reply?.contains("showLoc'") == true })
    let input = try #require(page.places.firstIndex(of: answer))
    let found = try #require(try page.recording.divergence(.flip(UInt64(input))))
    #expect(found.index == UInt64(answer))
    let expected = try #require(file.replyText(ofStep: found.index))
    let actual = try #require(found.actual?.reply)
    #expect(expected == page.steps[answer].reply && actual != expected)
    #expect(expected.hasPrefix("handleJSONRequest('showLoc','["))
    #expect(actual.hasPrefix("handleJSONRequest('showLoc','["))
    #expect(found.actual?.step.outcome.reply.textReply.cause == page.steps[answer].cause)
  }

  @Test("A recording without replies knows no text")
  func noReplies() throws {
    let path = KeptRecording.sensors[0].path
    #expect(try SessionFile(path: path).replyText(ofStep: 0) == nil)
  }

  @Test("Another seed of the phone is found at the first picker's answer")
  func otherPhone() throws {
    let page = try Self.page.get()
    var other = page.recording
    other.seed = 22
    let found = try #require(try other.divergence())
    let answer = try #require(
      page.steps.firstIndex { $0.reply?.contains("showPickResults") == true }
    )
    #expect(found.index <= UInt64(answer))
    let strict = page.recording
    var legacy = strict
    legacy.calls?.mode = .legacy
    #expect(try legacy.divergence() != nil)
  }
}

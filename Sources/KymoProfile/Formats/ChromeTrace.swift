import KymoText

/// The trace for Perfetto and chrome://tracing: a slice for each stage of each event, and an arrow
/// from the first one to the reply, or to the last stage where no sink replies.
///
/// Events that wait in the ring do so side by side, which slices of one thread cannot: each has a track
/// of its own.
enum ChromeTrace {
  /// Perfetto rounds start and length apart, so that an end can be 1 ns off.
  static let air: Int64 = 2

  static func text(_ profile: Profile) -> String {
    var events = heads(profile)
    let identifiers = identifiers(profile.slices)
    let flows = flows(profile.slices)
    for thread in profile.threads.indices {
      let own = profile.slices.indices.filter { profile.slices[$0].thread == thread }
      let waits = own.filter { profile.slices[$0].isRingWait }
      for placed in SliceLayout(air: air).place(
        own.filter { !profile.slices[$0].isRingWait },
        of: profile.slices
      ) {
        events.append(slice(placed, profile, identifiers[placed.index], flows[placed.index]))
      }
      for index in waits { events += wait(profile.slices[index], identifiers[index]) }
    }
    var document = JSONDocumentText()
    document.add("displayTimeUnit", "ns")
    document.add("otherData", other(profile))
    document.add("traceEvents", lines: events)
    return document.finished
  }

  private static func other(_ profile: Profile) -> JSONText {
    var members = [JSONMember("exporter", .string(profile.exporter))]
    for note in profile.notes where !members.contains(where: { $0.key == note.name }) {
      members.append(JSONMember(note.name, .string(note.value)))
    }
    return .object(members)
  }

  /// Names and order of the threads.
  private static func heads(_ profile: Profile) -> [String] {
    var events = [head("process_name", tid: 0, #""name":\#(string(profile.name))"#)]
    for (index, thread) in profile.threads.enumerated() {
      let name = thread.name.isEmpty ? "thread \(thread.identifier)" : thread.name
      events.append(head("thread_name", tid: index + 1, #""name":\#(string(name))"#))
      events.append(head("thread_sort_index", tid: index + 1, #""sort_index":\#(index)"#))
    }
    return events
  }

  // `ts` means nothing here, but speedscope takes no element without it.
  private static func head(_ name: String, tid: Int, _ arguments: String) -> String {
    #"{"ph":"M","name":"\#(name)","pid":1,"tid":\#(tid),"ts":0,"args":{\#(arguments)}}"#
  }

  private static func slice(
    _ placed: SliceLayout.Placed,
    _ profile: Profile,
    _ identifier: String,
    _ flow: String?
  ) -> String {
    let slice = profile.slices[placed.index]
    let flow = flow.map { #","bind_id":\#(string(identifier)),\#($0)"# } ?? ""
    return #"{"ph":"X","name":\#(string(slice.handler ?? slice.stage)),"#
      + #""cat":"\#(slice.handler == nil ? "stage" : "handler")","#
      + #""ts":\#(microseconds(placed.start)),"dur":\#(microseconds(placed.end - placed.start)),"#
      + #""pid":1,"tid":\#(slice.thread + 1)\#(flow),"args":\#(arguments(slice))}"#
  }

  private static func wait(_ slice: StageSlice, _ identifier: String) -> [String] {
    let same = #""name":\#(string(slice.stage)),"cat":"wait","id":\#(string(identifier)),"#
    let thread = #""pid":1,"tid":\#(slice.thread + 1)"#
    return [
      #"{"ph":"b",\#(same)"ts":\#(microseconds(slice.start)),\#(thread),"#
        + #""args":\#(arguments(slice))}"#,
      #"{"ph":"e",\#(same)"ts":\#(microseconds(slice.start + slice.duration)),\#(thread)}"#,
    ]
  }

  private static func arguments(_ slice: StageSlice) -> String {
    JSONDocumentText.line([
      "command": JSONText(slice.command), "source": JSONText(Int(slice.source)),
      "sequence": JSONText(slice.sequence), "ns": JSONText(slice.duration),
    ])
  }

  private struct Event: Hashable {
    var source: UInt16
    var sequence: UInt64
  }

  /// For each slice the number of its event, in hexadecimal digits, as viewers take it.
  private static func identifiers(_ slices: [StageSlice]) -> [String] {
    var numbers: [Event: Int] = [:]
    return slices.map { slice in
      let event = Event(source: slice.source, sequence: slice.sequence)
      let number = numbers[event] ?? numbers.count + 1
      numbers[event] = number
      return "0x" + String(number, radix: 16)
    }
  }

  /// Returns the members for an arrow out of the first stage of an event into its reply, by slice.
  ///
  /// An event that no sink replies to is done with its last stage.
  private static func flows(_ slices: [StageSlice]) -> [Int: String] {
    var firsts: [Event: Int] = [:]
    var replies: [Event: Int] = [:]
    var lasts: [Event: Int] = [:]
    for (index, slice) in slices.enumerated() where slice.handler == nil && !slice.isRingWait {
      let event = Event(source: slice.source, sequence: slice.sequence)
      if let first = firsts[event] {
        if slice.start < slices[first].start { firsts[event] = index }
      } else {
        firsts[event] = index
      }
      if slice.stage == StageSlice.reply, replies[event] == nil { replies[event] = index }
      if let last = lasts[event], slice.start < slices[last].start { continue }
      lasts[event] = index
    }
    var flows: [Int: String] = [:]
    for (event, last) in lasts {
      let reply = replies[event] ?? last
      guard let first = firsts[event], first != reply else { continue }
      flows[first] = #""flow_out":true"#
      flows[reply] = #""flow_in":true"#
    }
    return flows
  }

  /// Microseconds with three decimals, exactly.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1000)
    let digits = String(rest)
    return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private static func string(_ text: String) -> String { JSONDocumentText.line(.string(text)) }
}

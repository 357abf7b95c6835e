import KymoCommandLine
import KymoText
import KymoTraffic

/// The part of a run's report about the phone that it was compared with.
struct PhoneReport {
  let path: String
  let log: PhoneLog
  let comparison: PhoneComparison
  /// The phone that the page found here; nil for older bridges.
  let platform: String?
  /// How many calls and answers of the run there was no room for.
  let leftOut: UInt64
  /// Whether the run was ended before its end, so that what is missing means nothing.
  let wasInterrupted: Bool

  /// How many places are listed for people.
  private static let shownPlaces = 20
  /// How many characters of a message are shown to people.
  private static let shownCharacters = 300

  /// Whether it may be judged, and something differs.
  var differs: Bool { comparison.differs && !wasInterrupted }
  /// Whether nothing was compared.
  var isEmpty: Bool { comparison.isEmpty }

  // MARK: Text

  /// The report for people.
  func print(to console: inout Console) {
    var about = [log.platform, log.session.map { "session \($0)" }].compactMap(\.self)
    about.append("\(log.calls.count) calls, \(log.replies) replies")
    console.print("phone     \(path): \(about.joined(separator: ", "))".printable)
    if let phone = log.platform, let platform, ["ios", "android"].contains(phone),
      phone != platform
    {
      console.print("          the page found \(platform) here: see --platform")
    }
    printCommands(to: &console)
    if let first = comparison.first { print(first, "first difference", to: &console) }
    if let first = comparison.replies.first {
      print(first, "first reply that differs", to: &console)
    }
    printPlaces(to: &console)
    printNotCompared(to: &console)
    console.print(verdict)
  }

  private func printCommands(to console: inout Console) {
    guard !comparison.commands.isEmpty else { return }
    let hasLater = comparison.commands.contains { $0.laterTimes != nil }
    var table = TextTable(
      [
        .left("command"), .right("phone"), .right("here"), .right("equal"), .right("phone p50"),
        .right("p99"), .right("max"), .right("here p50"), .right("p99"), .right("max"),
      ] + (hasLater ? [.right("later p50"), .right("max")] : [])
    )
    for command in comparison.commands {
      var row: [TextCell] = [
        .text(command.name.printable), .integer(command.phone), .integer(command.here),
        .integer(command.equal),
      ]
      for times in [command.phoneTimes, command.hereTimes] {
        row += [times?.p50, times?.p99, times?.max].map { cell($0, console) }
      }
      if hasLater {
        row += [command.laterTimes?.p50, command.laterTimes?.max].map { cell($0, console) }
      }
      table.addRow(row)
    }
    console.print(table)
  }

  private func cell(_ time: Int64?, _ console: borrowing Console) -> TextCell {
    .text(time.map { console.quantity.duration(nanoseconds: $0) } ?? "")
  }

  private func print(
    _ difference: PhoneComparison.Difference,
    _ title: String,
    to console: inout Console
  ) {
    var places: [String] = []
    if let phone = difference.phone {
      places.append("call \(phone.call) of the phone (line \(phone.line))")
    }
    if let here = difference.here { places.append("call \(here) of this page") }
    var what = "\(title): \(difference.command), \(places.joined(separator: ", "))"
    if let reply = difference.reply { what += ", reply \(reply)" }
    switch difference.kind {
    case .value: break
    case .onlyPhone: what += ": only the phone has it"
    case .onlyHere: what += ": only this page has it"
    case .order: what += ": the same, in another order"
    }
    console.print(what.printable)
    if difference.phone != nil { console.print("  phone  \(shown(difference.phoneText))") }
    if difference.here != nil, difference.kind != .onlyPhone {
      console.print("  here   \(shown(difference.hereText))")
    }
    for member in difference.members.prefix(Self.shownPlaces) {
      let path = member.path.isEmpty ? "the whole" : member.path
      console.print(
        "  \(path.printable): phone \(shown(member.phone)), here \(shown(member.here))"
      )
    }
  }

  private func shown(_ text: String?) -> String {
    guard let text else { return "nothing" }
    let start = text.prefix(Self.shownCharacters)
    return "\(start)\(start.endIndex < text.endIndex ? "…" : "")".printable
  }

  private func printPlaces(to console: inout Console) {
    for place in comparison.places.prefix(Self.shownPlaces) {
      let what = place.isReply ? "\(place.command), reply" : place.command
      let path = place.path.isEmpty ? "the whole" : place.path
      console.print("differs   \(what) at \(path): \(place.count)".printable)
    }
    let more = comparison.places.count - Self.shownPlaces
    if more > 0 { console.print("differs   at \(more) places more, which --format json lists") }
  }

  private func printNotCompared(to console: inout Console) {
    for (reason, count) in notCompared {
      console.print("not compared  \(count) \(reason)".printable)
    }
  }

  /// What was not compared, by the reason.
  private var notCompared: [(reason: String, count: UInt64)] {
    var all: [(reason: String, count: UInt64)] = []
    if log.lost > 0 { all.append(("lines that the recorder has dropped", log.lost)) }
    if comparison.hiddenMembers > 0 {
      all.append(("members that the recorder has hidden", UInt64(comparison.hiddenMembers)))
    }
    all += comparison.notCompared.map { ($0.reason, UInt64($0.count)) }
    if leftOut > 0 { all.append(("calls and answers here, for which there was no room", leftOut)) }
    return all
  }

  private var verdict: String {
    if wasInterrupted {
      return "compared  nothing is judged: the run was ended before its end"
    }
    if isEmpty { return "compared  nothing: neither the phone nor this page has a call" }
    let replies = comparison.replies
    let count = replies.equal + replies.differing
    let compared = "\(comparison.pairs) calls and \(count) replies"
    guard differs else {
      return "compared  \(compared): what was compared is the same"
    }
    let sums = comparison.commands.reduce(into: [0, 0, 0, 0]) { sums, command in
      sums[0] += command.differing
      sums[1] += command.moved
      sums[2] += command.onlyPhone
      sums[3] += command.onlyHere
    }
    let words = zip(
      sums + [replies.differing, replies.onlyPhone],
      [
        "calls differ", "calls in another order", "calls only on the phone", "calls only here",
        "replies differ", "replies only on the phone",
      ]
    ).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "DIFFERENT \(words.joined(separator: ", ")); compared \(compared)"
  }

  // MARK: JSON

  /// The report for programs.
  var json: JSONText {
    [
      "file": JSONText(path),
      "session": JSONText(log.session),
      "platform": JSONText(log.platform),
      "userAgent": JSONText(log.userAgent),
      "calls": JSONText(log.calls.count),
      "replies": JSONText(log.replies),
      "commands": JSONText(comparison.commands.map(Self.json)),
      "comparedCalls": JSONText(comparison.pairs),
      "comparedReplies": JSONText(comparison.replies.equal + comparison.replies.differing),
      "differentReplies": JSONText(comparison.replies.differing),
      "repliesOnlyOnPhone": JSONText(comparison.replies.onlyPhone),
      "firstDifference": comparison.first.map(Self.json) ?? .null,
      "firstDifferentReply": comparison.replies.first.map(Self.json) ?? .null,
      "places": JSONText(
        comparison.places.map {
          [
            "command": JSONText($0.command), "isReply": JSONText($0.isReply),
            "path": JSONText($0.path), "count": JSONText($0.count),
          ]
        }
      ),
      "notCompared": JSONText(
        notCompared.map { ["reason": JSONText($0.reason), "count": JSONText($0.count)] }
      ),
      "differs": wasInterrupted || isEmpty ? .null : JSONText(differs),
    ]
  }

  private static func json(_ command: PhoneComparison.Command) -> JSONText {
    [
      "name": JSONText(command.name),
      "phone": JSONText(command.phone),
      "here": JSONText(command.here),
      "equal": JSONText(command.equal),
      "different": JSONText(command.differing),
      "inAnotherOrder": JSONText(command.moved),
      "onlyOnPhone": JSONText(command.onlyPhone),
      "onlyHere": JSONText(command.onlyHere),
      "phoneNanoseconds": json(command.phoneTimes),
      "hereNanoseconds": json(command.hereTimes),
      "laterSessionNanoseconds": json(command.laterTimes),
    ]
  }

  private static func json(_ times: PhoneComparison.Times?) -> JSONText {
    guard let times else { return .null }
    return [
      "count": JSONText(times.count), "p50": JSONText(times.p50), "p99": JSONText(times.p99),
      "max": JSONText(times.max),
    ]
  }

  private static func json(_ difference: PhoneComparison.Difference) -> JSONText {
    [
      "kind": JSONText(difference.kind.rawValue),
      "command": JSONText(difference.command),
      "phoneCall": JSONText(difference.phone?.call),
      "line": JSONText(difference.phone?.line),
      "hereCall": JSONText(difference.here),
      "reply": JSONText(difference.reply),
      "phone": JSONText(difference.phoneText),
      "here": JSONText(difference.hereText),
      "members": JSONText(
        difference.members.map {
          [
            "path": JSONText($0.path), "phone": JSONText($0.phone), "here": JSONText($0.here),
          ]
        }
      ),
    ]
  }
}

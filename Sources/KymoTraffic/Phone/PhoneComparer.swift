import KymoRecording

/// Compares the calls of a page in a run with those that a recorder has of the page on a phone.
public struct PhoneComparer: ~Copyable {
  private let phone: [PhoneCall]
  private let here: [PageCall]
  private let gaps: [Range<Int64>]
  private var reader = PhoneValueReader()
  private var result = PhoneComparison()
  /// The numbers of commands, and the rows of the result.
  ///
  /// Looked up, never iterated.
  private var rows: [String: Int] = [:]
  /// The place in the run of each call of the phone; nil if it has none.
  private var partners: [Int?] = []
  /// The calls of the run that belong to one of the phone at another place of the order.
  private var moved: Set<Int> = []

  /// Compares all.
  ///
  /// - Parameters:
  ///   - log: the phone's.
  ///   - here: the run's calls, in their order.
  /// - Returns: how they differ.
  /// - Complexity: as of aligning two texts; see the guide.
  public static func compare(_ log: PhoneLog, _ here: [PageCall]) -> PhoneComparison {
    var comparer = PhoneComparer(log, here)
    return comparer.run(log)
  }

  private init(_ log: PhoneLog, _ here: [PageCall]) {
    phone = log.calls
    gaps = log.gaps
    self.here = here
  }

  private mutating func run(_ log: PhoneLog) -> PhoneComparison {
    for call in phone { result.commands[row(call.command)].phone += 1 }
    for call in here { result.commands[row(call.command)].here += 1 }
    time()
    align()
    walk()
    result.leaveOut(log.nameless, "calls of the phone's without a name")
    result.leaveOut(
      log.ofPlatform,
      "calls of the phone's that the platform takes here: listeners, buttons, windows, prompts"
    )
    result.leaveOut(log.events, "events that native code raised on the phone")
    result.leaveOut(log.strayReplies, "replies to calls that the recorder has dropped")
    result.leaveOut(log.malformed.count, "lines that cannot be read")
    return result
  }

  private mutating func row(_ command: String) -> Int {
    if let row = rows[command] { return row }
    rows[command] = result.commands.count
    result.commands.append(PhoneComparison.Command(name: command))
    return result.commands.count - 1
  }

  // MARK: Times

  /// What came within so many ns by the session's clock came at once.
  private static var onceNanoseconds: Int64 { 1000 }

  private mutating func time() {
    var times = [(phone: [Int64], here: [Int64], later: [Int64])](
      repeating: ([], [], []),
      count: result.commands.count
    )
    for call in phone {
      guard let time = call.replies.first?.nanoseconds else { continue }
      times[row(call.command)].phone.append(time)
    }
    for call in here {
      guard let answer = call.answers.first else { continue }
      let row = row(call.command)
      if answer.sessionNanoseconds <= Self.onceNanoseconds {
        times[row].here.append(answer.nanoseconds)
      } else {
        times[row].later.append(answer.sessionNanoseconds)
      }
    }
    for row in times.indices {
      result.commands[row].phoneTimes = PhoneComparison.Times(times[row].phone)
      result.commands[row].hereTimes = PhoneComparison.Times(times[row].here)
      result.commands[row].laterTimes = PhoneComparison.Times(times[row].later)
    }
  }

  // MARK: Alignment

  /// Numbers for the calls of both sides, equal for those that say the same, as far as the recorder shows it.
  private mutating func keys() -> (phone: [Int], here: [Int]) {
    var hidden = [Set<String>](repeating: [], count: result.commands.count)
    for call in phone {
      let row = row(call.command)
      if call.parameters?.contains("[") == true {
        reader.read(call.parameters).hiddenPlaces("", into: &hidden[row])
      }
    }
    var numbers: [String: Int] = [:]  // Looked up, never iterated.
    func number(_ key: String) -> Int {
      if let known = numbers[key] { return known }
      numbers[key] = numbers.count
      return numbers.count - 1
    }
    var sides: (phone: [Int], here: [Int]) = ([], [])
    for call in phone {
      let row = row(call.command)
      let key =
        call.isCut ? "cut" : reader.read(call.parameters).key(without: hidden[row])
      sides.phone.append(number("\(row) \(key)"))
    }
    for call in here {
      let row = row(call.command)
      let key = reader.read(call.parameters).key(without: hidden[row])
      sides.here.append(number("\(row) \(key)"))
    }
    return sides
  }

  /// First what says the same in the same order; between that what is of one command; then what says the same elsewhere.
  private mutating func align() {
    let keys = keys()
    partners = [Int?](repeating: nil, count: phone.count)
    var pairs = SequenceAlignment.pairs(keys.phone, keys.here)
    pairs.append((phone.count, here.count))
    var (left, right) = (0, 0)
    for pair in pairs {
      let (ours, theirs) = (left..<pair.first, right..<pair.second)
      let commands = SequenceAlignment.pairs(
        ours.map { row(phone[$0].command) },
        theirs.map { row(here[$0].command) }
      )
      for (one, other) in commands { partners[left + one] = right + other }
      if pair.first < phone.count { partners[pair.first] = pair.second }
      (left, right) = (pair.first + 1, pair.second + 1)
    }
    var taken = Set(partners.compactMap(\.self))
    var free: [Int: [Int]] = [:]  // Looked up, never iterated.
    for place in here.indices.reversed() where !taken.contains(place) {
      free[keys.here[place], default: []].append(place)
    }
    for place in phone.indices where partners[place] == nil {
      guard let other = free[keys.phone[place]]?.popLast() else { continue }
      partners[place] = other
      taken.insert(other)
      moved.insert(other)
    }
  }

  // MARK: In order

  private mutating func walk() {
    let paired = Set(partners.compactMap(\.self))
    var next = 0
    for (place, call) in phone.enumerated() {
      let partner = partners[place]
      if let partner, !moved.contains(partner) {
        noteOnlyHere(next..<partner, before: place, paired)
        next = partner + 1
      }
      if let partner { compare(place, call, partner) } else { noteOnlyPhone(place, call) }
    }
    noteOnlyHere(next..<here.count, before: phone.count, paired)
  }

  private mutating func noteOnlyPhone(_ place: Int, _ call: PhoneCall) {
    result.commands[row(call.command)].onlyPhone += 1
    note(
      PhoneComparison.Difference(
        kind: .onlyPhone,
        command: call.command,
        phone: (place, call.line),
        phoneText: text(of: call)
      )
    )
  }

  /// Calls that only the run has, unless lines are missing where they would be.
  private mutating func noteOnlyHere(_ range: Range<Int>, before place: Int, _ paired: Set<Int>) {
    let calls = range.filter { !paired.contains($0) }
    guard !calls.isEmpty else { return }
    let start = place > 0 ? phone[place - 1].number : -1
    let end = place < phone.count ? phone[place].number : .max
    let missing = gaps.reduce(Int64(0)) { sum, gap in
      let part = gap.clamped(to: min(start + 1, end)..<end)
      return sum + Int64(part.count)
    }
    for (index, other) in calls.enumerated() {
      let call = here[other]
      guard index >= missing else {
        result.leaveOut(1, "calls here that may be among the lines that are missing")
        continue
      }
      result.commands[row(call.command)].onlyHere += 1
      note(
        PhoneComparison.Difference(
          kind: .onlyHere,
          command: call.command,
          here: other,
          hereText: text(of: call)
        )
      )
    }
  }

  private mutating func text(of call: PhoneCall) -> String? {
    call.isCut ? nil : reader.read(call.parameters).json
  }

  private mutating func text(of call: PageCall) -> String {
    reader.read(call.parameters).json
  }

  private mutating func note(_ difference: PhoneComparison.Difference) {
    if result.first == nil { result.first = difference }
  }

  private mutating func compare(_ place: Int, _ call: PhoneCall, _ other: Int) {
    let row = row(call.command)
    let difference = PhoneComparison.Difference(
      kind: .order,
      command: call.command,
      phone: (place, call.line),
      here: other,
      phoneText: text(of: call),
      hereText: text(of: here[other])
    )
    if moved.contains(other) {
      result.commands[row].moved += 1
      note(difference)
    } else if call.isCut {
      result.commands[row].equal += 1
      result.leaveOut(1, "parameters that were too long for the recorder")
    } else {
      let ours = reader.read(call.parameters)
      let theirs = reader.read(here[other].parameters)
      let compared = ours.compared(to: theirs)
      result.hiddenMembers += compared.hidden
      if compared.count == 0 {
        result.commands[row].equal += 1
      } else {
        result.commands[row].differing += 1
        take(compared, difference, isReply: false)
      }
    }
    compareReplies(difference, call, here[other])
  }

  /// Counts where two values differ, and keeps the first.
  private mutating func take(
    _ compared: PhoneValue.Comparison,
    _ difference: PhoneComparison.Difference,
    isReply: Bool
  ) {
    for one in compared.differences {
      result.count(difference.command, isReply: isReply, one.path)
    }
    var difference = difference
    difference.kind = .value
    difference.members = compared.differences.map {
      PhoneComparison.Member(path: $0.path, phone: $0.phone, here: $0.here)
    }
    if isReply {
      if result.replies.first == nil { result.replies.first = difference }
    } else {
      note(difference)
    }
  }

  // MARK: Replies

  private mutating func compareReplies(
    _ difference: PhoneComparison.Difference,
    _ call: PhoneCall,
    _ other: PageCall
  ) {
    for (index, reply) in call.replies.enumerated() {
      var difference = difference
      difference.reply = index
      difference.phoneText = reply.isCut ? nil : reader.read(reply.value).json
      guard index < other.answers.count else {
        result.replies.onlyPhone += 1
        difference.kind = .onlyPhone
        difference.hereText = nil
        if result.replies.first == nil { result.replies.first = difference }
        continue
      }
      compare(reply, other.answers[index], call.bridge, difference)
    }
    result.leaveOut(
      other.answers.count - call.replies.count,
      "answers here to which the recorder has no reply"
    )
  }

  private mutating func compare(
    _ reply: PhoneCall.Reply,
    _ answer: PageCall.Answer,
    _ bridge: String,
    _ difference: PhoneComparison.Difference
  ) {
    var difference = difference
    let (ours, theirs) = (reader.read(reply.value), reader.read(answer.json))
    difference.hereText = theirs.json
    guard reply.isError == answer.isError else {
      var compared = PhoneValue.Comparison()
      compared.note(
        "",
        .text(reply.isError ? "error" : "value"),
        .text(answer.isError ? "error" : "value")
      )
      result.replies.differing += 1
      return take(compared, difference, isReply: true)
    }
    guard !reply.isCut else {
      result.replies.equal += 1
      return result.leaveOut(1, "replies that were too long for the recorder")
    }
    let compared =
      reply.isError
      ? Self.compare(error: ours, with: theirs, of: bridge)
      : ours.compared(to: Self.asGiven(theirs, by: bridge, like: ours))
    result.hiddenMembers += compared.hidden
    if compared.count == 0 { return result.replies.equal += 1 }
    result.replies.differing += 1
    take(compared, difference, isReply: true)
  }

  /// A value as the page gets it by a bridge.
  private static func asGiven(
    _ value: PhoneValue,
    by bridge: String,
    like phone: PhoneValue
  ) -> PhoneValue {
    switch (bridge, value) {
    // A plugin of Capacitor gives an object, and an empty one is nothing.
    case ("capacitor", .nothing): return phone == .members([]) ? phone : value
    case ("capacitor", .members(let members)):
      return members.isEmpty && phone == .nothing ? .nothing : value
    case ("capacitor", _): return .members([PhoneValue.Member(name: "value", value: value)])
    // Android says so where there is nothing to say.
    case ("cordova", .nothing): return phone == .text("OK") ? phone : value
    default: return value
    }
  }

  /// Compares what two errors say: the message and the code that the phone's has, or all of it where a bridge gives that.
  private static func compare(
    error phone: PhoneValue,
    with here: PhoneValue,
    of bridge: String
  ) -> PhoneValue.Comparison {
    if bridge == "cordova", let data = here.member("data") { return phone.compared(to: data) }
    var result = PhoneValue.Comparison()
    if case .text = phone {
      return phone.compared(to: here.member("message") ?? .nothing)
    }
    for name in ["message", "code"] {
      guard let ours = phone.member(name) else { continue }
      let theirs = here.member(name) ?? .nothing
      // A code may be a number or a text of it.
      let isSame = ours.plain != nil && ours.plain == theirs.plain
      if ours.isHidden {
        result.hidden += 1
      } else if !isSame {
        result.note("/" + name, ours, theirs)
      }
    }
    return result
  }
}

extension PhoneValue {
  /// The text of a text or a number.
  fileprivate var plain: String? {
    switch self {
    case .text(let text): text
    case .number: json
    case .nothing: ""
    default: nil
    }
  }
}

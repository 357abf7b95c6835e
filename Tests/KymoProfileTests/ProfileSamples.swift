import KymoProfile

/// Profiles that the tests write: made up, always the same.
enum ProfileSamples {
  /// A dispatcher that waits, looks for its command, and calls handlers; and a thread that reads ahead.
  static var walk: Profile { make("walk", walkStacks) }

  /// The same after a change: one path is gone, one is new, one has become slow.
  static var later: Profile { make("walk, later", laterStacks) }

  /// Names that mean something in one of the formats, or in a terminal.
  static let hostileNames = [
    "a;b c 12", "line\nbreak\r\ttab", "<script>alert(1)</script>", "\"quoted\" & 'single'",
    "]]>--><!--", "\u{1B}[2J\u{0}\u{7F}", "(7) fn=(1) calls=1 2", "\u{202E}turned",
    "back\\slash \u{FFFE}", "🚶🏽‍♀️ naïve λ→μ", "", " blank ", String(repeating: "long", count: 2500),
    "fl=(1)\nfn=(1)\n0 99 99", "\u{2028}", "${jndi}", "a\u{301}",
  ]

  /// A profile in which every name is hostile.
  static var hostile: Profile {
    var profile = Profile(name: hostileNames[2], exporter: hostileNames[3] + "\n")
    profile.duration = 1_000_000_000
    profile.notes = hostileNames.map { ProfileNote(name: $0, value: $0) }
    profile.threads = [
      ProfileThread(name: hostileNames[0], identifier: 1),
      ProfileThread(name: hostileNames[1], identifier: 2),
    ]
    profile.frames = hostileNames.map { ProfileFrame(name: $0, symbol: $0, module: $0) }
    profile.sampling = SamplingSummary(period: 1_000_000, due: 9, delivered: 8, dropped: 1)
    for (index, name) in hostileNames.enumerated() {
      profile.samples.append(
        ProfileSample(
          stack: [index, (index + 1) % hostileNames.count, index],
          thread: index % 2,
          command: name,
          stage: name,
          count: index + 1,
          nanoseconds: Int64(index + 1) * 1_000_000,
          isWaiting: index % 5 == 0
        )
      )
      profile.stages.append(time(name, name, name, index + 1, Int64(index) * 70))
      profile.slices.append(
        StageSlice(
          thread: index % 2,
          command: name,
          stage: name,
          handler: index % 3 == 0 ? name : nil,
          start: Int64(index) * 100,
          duration: 60,
          source: 0xFFFF,
          sequence: .max - UInt64(index)
        )
      )
    }
    return profile
  }

  private static func make(_ name: String, _ stacks: [(String, String?, String, Int)]) -> Profile {
    var profile = Profile(name: name, exporter: "kymo 0.0")
    profile.duration = 2_000_000_000
    profile.notes = [
      ProfileNote(name: "app", value: "DeviceCatalog"),
      ProfileNote(name: "overhead", value: "1.9 % of the dispatcher, by 2,000 samples of 19 µs"),
    ]
    profile.threads = [
      ProfileThread(name: "dispatcher", identifier: 4711),
      ProfileThread(name: "generator", identifier: 4712),
    ]
    var places: [String: Int] = [:]
    for (text, command, stage, count) in stacks {
      var names = text.split(separator: ";").map(String.init)
      let isWaiting = names.last == "futex_wait"
      let thread = names.removeFirst() == "dispatcher" ? 0 : 1
      let stack = names.map { name in
        if let place = places[name] { return place }
        profile.frames.append(frame(name))
        places[name] = profile.frames.count - 1
        return profile.frames.count - 1
      }
      profile.samples.append(
        ProfileSample(
          stack: stack,
          thread: thread,
          command: command,
          stage: stage.isEmpty ? nil : stage,
          count: count,
          nanoseconds: Int64(count) * 997_000,
          isWaiting: isWaiting
        )
      )
    }
    let sum = profile.samples.reduce(0) { $0 + $1.count }
    profile.sampling = SamplingSummary(period: 997_000, due: sum + 12, delivered: sum, dropped: 3)
    profile.stages = stages
    profile.slices = slices
    return profile
  }

  /// A function; `name@15` is at work on its line 15.
  private static func frame(_ text: String) -> ProfileFrame {
    let parts = text.split(separator: "@")
    let name = String(parts[0])
    let module = name.contains("+0x") || name.hasPrefix("mem") ? "libc.so.6" : "kymo"
    var frame = ProfileFrame(name: name, symbol: "$s\(name)", module: module)
    guard let (file, first) = sources[name] else { return frame }
    (frame.file, frame.firstLine, frame.isInlined) = (file, first, name == "sincos")
    frame.line = parts.count > 1 ? Int(parts[1]) ?? 0 : first + 2
    return frame
  }

  /// Where some functions begin; of the others nothing is known.
  private static let sources: [String: (String, Int)] = [
    "AccelBCO.handle(_:)": ("/src/AccelBCO.swift", 10),
    "LocationBCO.handle(_:)": ("/src/LocationBCO.swift", 30), "sincos": ("/src/sincos.swift", 5),
  ]

  private static let run = "dispatcher;main;BenchCommand.run();Pipeline.run()"
  private static let generate = "generator;thread_start;LoadGenerator.run()"

  private static let walkStacks: [(String, String?, String, Int)] = [
    ("\(run);Dispatcher.dispatch(_:);AccelBCO.handle(_:)", "accel", "business", 310),
    ("\(run);Dispatcher.dispatch(_:);AccelBCO.handle(_:);sqrt", "accel", "business", 42),
    ("\(run);Dispatcher.dispatch(_:);AccelBCO.handle(_:)@15;memmove", "accel", "business", 28),
    ("\(run);Dispatcher.dispatch(_:);AccelVCO.handle(_:)", "accel", "view", 95),
    ("\(run);Dispatcher.dispatch(_:);AccelVCO.handle(_:);old_encode(_:)", "accel", "view", 61),
    (
      "\(run);Dispatcher.dispatch(_:);AccelVCO.handle(_:);old_encode(_:);memmove", "accel", "view",
      30
    ),
    ("\(run);Dispatcher.dispatch(_:);LocationBCO.handle(_:)", "loc", "business", 120),
    ("\(run);Dispatcher.dispatch(_:);LocationBCO.handle(_:);sincos", "loc", "business", 77),
    ("\(run);Dispatcher.dispatch(_:);CommandTable.lookUp(_:)", "loc", "validate", 19),
    ("\(run);Sequencer.next()", nil, "merge", 66),
    ("\(run);Sequencer.next();SPSCRing.pop()", nil, "merge", 140),
    ("\(run);Sequencer.next();rare()", nil, "merge", 1),
    ("\(run);libc.so.6+0x12ab", nil, "", 9),
    ("\(generate);SPSCRing.push(_:)", nil, "", 400),
    ("\(generate);Schedule.next()", nil, "", 210),
    ("\(generate);Parking.park();futex_wait", nil, "", 380),
  ]

  private static let laterStacks: [(String, String?, String, Int)] =
    walkStacks.compactMap { stack in
      if stack.0.contains("old_encode") { return nil }
      let factor = stack.0.hasSuffix("LocationBCO.handle(_:);sincos") ? 4 : 1
      return (stack.0, stack.1, stack.2, stack.3 * factor)
    } + [
      (
        "\(run);Dispatcher.dispatch(_:);AccelVCO.handle(_:);JSONWriter.write(_:)", "accel", "view",
        88
      ),
      ("\(run);Dispatcher.dispatch(_:);AccelVCO.handle(_:);seldom()", "accel", "view", 2),
    ]

  private static var stages: [StageTime] {
    [
      time("accel", "ring wait", nil, 1800, 540_000), time("accel", "validate", nil, 1800, 36_000),
      time("accel", "business", nil, 1800, 310_000),
      time("accel", "business", "AccelBCO", 1800, 290_000),
      time("accel", "view", nil, 1800, 120_000), time("accel", "reply", nil, 1800, 54_000),
      time("loc", "validate", nil, 200, 9_000), time("loc", "business", nil, 200, 88_000),
      time("loc", "reply", nil, 200, 7_000), time(nil, "merge", nil, 2000, 160_000),
    ]
  }

  private static func time(
    _ command: String?,
    _ stage: String,
    _ handler: String?,
    _ count: Int,
    _ total: Int64
  ) -> StageTime {
    let mean = total / Int64(max(1, count))
    return StageTime(
      command: command,
      stage: stage,
      handler: handler,
      count: count,
      total: total,
      percentiles: StageTime.Percentiles(p50: mean, p90: mean * 2, p99: mean * 5),
      longest: mean * 40
    )
  }

  /// Events of which two wait at once, with handlers that end where their stage does.
  private static var slices: [StageSlice] {
    var slices: [StageSlice] = []
    for event in 0..<3 {
      let start = 1_000 + Int64(event) * 200
      let command = event == 1 ? "loc" : "accel"
      func add(_ stage: String, _ handler: String?, from: Int64, to: Int64) {
        slices.append(
          StageSlice(
            thread: 0,
            command: command,
            stage: stage,
            handler: handler,
            start: start + from,
            duration: to - from,
            source: 1,
            sequence: UInt64(497 + event)
          )
        )
      }
      add("ring wait", nil, from: -Int64(event) * 150 - 50, to: 0)
      add("validate", nil, from: 0, to: 20)
      add("business", nil, from: 20, to: 120)
      add("business", "BCO", from: 20, to: 90)
      add("business", "Second", from: 90, to: 120)
      add("view", nil, from: 120, to: 121)
      add("reply", nil, from: 121, to: 200)
    }
    return slices
  }
}

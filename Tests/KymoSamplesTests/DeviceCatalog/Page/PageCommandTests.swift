import KymoBridge
import KymoCore
import KymoDevice
import KymoSamples
import Testing

/// Every command that a page has, from the text of the request to the phone and to the text of the reply.
@Suite("DeviceCatalog with a page") struct PageCommandTests {
  @Test("knows the book's commands, and names those that it raises itself")
  func commands() throws {
    let map = DeviceCatalog.makeMap(try Phone(), calls: CallRules())
    let table = try CommandTable(map)
    #expect(
      Set(table.names) == [
        "logMessage", "playSound", "play", "rec", "loc", "sendloc", "showDate", "sendPickResults",
        "accel", "switchAccelerometer",
      ]
    )
    #expect(
      Set(table.raisedCommands.compactMap { table.name(of: $0) }) == ["sendloc", "sendPickResults"]
    )
    #expect(map.arrange == nil)
    let legacy = DeviceCatalog.makeMap(try Phone(), calls: CallRules(mode: .legacy))
    #expect(legacy.arrange != nil)
  }

  // MARK: logMessage

  @Test(
    "logMessage logs its first parameter in the sender's own wording",
    arguments: [
      (#""hello""#, "hello", #""hello""#),
      ("hello there", "hello there", "hello there"),
      ("-1", "-1", "-1"),
      ("1e2", "1e2", "1e2"),
      ("true", "true", "true"),
      ("null", "null", "null"),
      (#"["one","two"]"#, "one", "one"),
      (#"[[1, 2],3]"#, "[1, 2]", "[1, 2]"),
      (#"[{"a":null}]"#, #"{"a":null}"#, #"{"a":null}"#),
      (#"[""]"#, "", ""),
    ]
  )
  func logMessage(_ message: String, _ strict: String, _ legacy: String) throws {
    for (mode, logged) in [(CallMode.strict, strict), (.legacy, legacy)] {
      let page = try PageBench(mode)
      #expect(try page.call("logMessage", message, at: 77) == ["logMessage completed"])
      #expect(page.log == ["JavaScriptMessage: " + logged])
      #expect(page.phone.log.lines.map(\.time) == [77])
    }
  }

  @Test("logMessage without a message is missing a parameter; in 2009 it logged what came")
  func logNothing() throws {
    let page = try PageBench()
    for message in [nil, "", "[]"] {
      #expect(
        try page.call("logMessage", message) == ["logMessage failed validate 2"],
        "\(message ?? "nil")"
      )
    }
    #expect(page.log.isEmpty)
    let legacy = try PageBench(.legacy)
    for message in [nil, "", "[]"] {
      #expect(try legacy.call("logMessage", message) == ["logMessage completed"])
    }
    #expect(
      legacy.log.map { $0.dropFirst("JavaScriptMessage: ".count) } == ["undefined", "", "[]"]
    )
    #expect(legacy.counter("log.lines") == 3)
  }

  @Test("logMessage with an object logs it; in 2009 the app crashed, which is malformed")
  func logObject() throws {
    let page = try PageBench()
    #expect(try page.call("logMessage", #"{"message":"hi"}"#) == ["logMessage completed"])
    #expect(page.log == [#"JavaScriptMessage: {"message":"hi"}"#])
    let legacy = try PageBench(.legacy)
    let lines = try legacy.call("logMessage", #"{"message":"hi"}"#)
    #expect(lines == ["logMessage malformed validate 23"])
    #expect(legacy.log.isEmpty)
  }

  // MARK: playSound

  @Test("playSound vibrates for -1 and plays the laser for 0", arguments: CallMode.allCases)
  func playSound(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    #expect(try page.call("playSound", "-1") == ["playSound completed"])
    #expect(page.counter("sounds.vibrations") == 1 && page.counter("sounds.played") == 0)
    #expect(try page.call("playSound", "[0]") == ["playSound completed"])
    #expect(page.counter("sounds.vibrations") == 1 && page.counter("sounds.played") == 1)
    let iPod = try PageBench(mode, .iPodTouch)
    #expect(try iPod.call("playSound", "-1") == ["playSound completed"])
    #expect(iPod.counter("sounds.vibrations") == 0 && iPod.counter("sounds.vibrationsIgnored") == 1)
  }

  @Test(
    "playSound with anything else: in 2009 the laser, or what intValue made of it",
    arguments: [
      ("7", "validationFailed validate", "played"),
      ("-1.5", "failed validate 3", "vibrations"),
      (#"["-1"]"#, "failed validate 3", "vibrations"),
      ("-1x", "failed validate 3", "vibrations"),
      ("x", "failed validate 3", "played"),
      ("true", "failed validate 3", "played"),
      ("[null]", "failed validate 3", "played"),
      ("[[0]]", "failed validate 3", "played"),
      (#"[{"sound":-1}]"#, "failed validate 3", "played"),
      ("9223372036854775808", "failed validate 3", "played"),
      ("1e308", "failed validate 3", "played"),
      ("[]", "failed validate 2", "played"),
    ]
  )
  func otherSounds(_ message: String, _ strict: String, _ legacy: String) throws {
    let page = try PageBench()
    #expect(try page.call("playSound", message) == ["playSound " + strict])
    #expect(page.phone.counters.allSatisfy { $0.count == 0 })
    let old = try PageBench(.legacy)
    #expect(try old.call("playSound", message) == ["playSound completed"])
    #expect(old.counter("sounds." + legacy) == 1)
    #expect(old.phone.counters.map(\.count).reduce(0, +) == 1)
  }

  @Test("playSound plays a file shorter than five seconds", arguments: CallMode.allCases)
  func soundFiles(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    try page.record("short.caf", seconds: 4)
    try page.record("long.caf", seconds: 5)
    #expect(try page.call("playSound", #"[0,"short.caf"]"#) == ["playSound completed"])
    #expect(try page.call("playSound", #"[0,"long.caf"]"#) == ["playSound failed view 1500"])
    #expect(try page.call("playSound", #"[0,"none.caf"]"#) == ["playSound failed view 260"])
    // A vibration has no file, whatever stands behind it.
    #expect(try page.call("playSound", #"[-1,"none.caf"]"#) == ["playSound completed"])
    #expect(page.counter("sounds.played") == 1 && page.counter("sounds.tooLong") == 1)
    #expect(page.counter("sounds.vibrations") == 1)
    // In 2009 there was no second parameter.
    let number = try page.call("playSound", "[0,12]")
    #expect(
      number == [mode == .strict ? "playSound failed validate 3" : "playSound completed"]
    )
  }

  // MARK: play and rec

  @Test("rec and play make a file and play it", arguments: CallMode.allCases)
  func audio(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    let second = PageBench.second
    #expect(try page.call("rec", #"["a.caf","start"]"#, at: second) == ["rec completed"])
    #expect(page.phone.recorder.recordingName == "a.caf")
    #expect(try page.call("rec", #"["b.caf","start"]"#) == ["rec failed view 263"])
    #expect(try page.call("rec", #"["b.caf","stop"]"#) == ["rec failed view 264"])
    #expect(try page.call("rec", #"["a.caf","stop"]"#, at: 4 * second) == ["rec completed"])
    #expect(try page.call("rec", #"["a.caf","stop"]"#) == ["rec failed view 264"])
    #expect(page.phone.sandbox.names == ["a.caf"])
    #expect(try page.phone.sandbox.durationNanoseconds(of: "a.caf") == 3 * second)

    let start = 10 * second
    #expect(try page.call("play", #"["a.caf","start",1]"#, at: start) == ["play completed"])
    #expect(page.phone.player.isPlaying("a.caf", at: start + 6 * second - 1))
    #expect(!page.phone.player.isPlaying("a.caf", at: start + 6 * second))
    #expect(try page.call("play", #"["a.caf","pause"]"#) == ["play completed"])
    #expect(!page.phone.player.isPlaying("a.caf", at: page.now))
    #expect(try page.call("play", #"["a.caf","start"]"#) == ["play completed"])
    #expect(try page.call("play", #"["a.caf","stop"]"#) == ["play completed"])
    #expect(!page.phone.player.isPlaying("a.caf", at: page.now))
    #expect(try page.call("play", #"["none.caf","start"]"#) == ["play failed view 260"])
    #expect(try page.call("play", #"["none.caf","stop"]"#) == ["play completed"])
    #expect(page.counter("audio.recorded") == 1 && page.counter("audio.started") == 2)
    let endless = try page.call("play", #"["a.caf","start",-1]"#)
    #expect(endless == ["play completed"] && page.phone.player.isPlaying("a.caf", at: .max))
  }

  @Test(
    "Parameters of play and rec that are missing, or of another type or value",
    arguments: [
      ("play", #"["a.caf","rewind"]"#, "validationFailed validate", "completed"),
      ("play", #"["a.caf",1]"#, "failed validate 3", "completed"),
      ("play", #"["a.caf"]"#, "failed validate 2", "failed view 2"),
      ("play", "[]", "failed validate 2", "failed view 2"),
      ("play", #"[12,"start"]"#, "failed validate 3", "failed view 261"),
      ("play", #"["a.caf","start","x"]"#, "failed validate 3", "completed"),
      ("play", #"["a.caf","start",0.5]"#, "failed validate 3", "completed"),
      ("play", #"["a.caf","start",-2]"#, "validationFailed validate", "completed"),
      ("play", #"["a.caf","start",1000000]"#, "completed", "completed"),
      ("play", #"["a.caf","start",1000001]"#, "validationFailed validate", "completed"),
      ("play", #"["a.caf","start",9223372036854775807]"#, "validationFailed validate", "completed"),
      ("play", #"["a.caf","start",9223372036854775808]"#, "failed validate 3", "completed"),
      ("play", #"["a.caf","start",1e308]"#, "failed validate 3", "completed"),
      ("play", #"["a.caf","start",1e999]"#, "malformed validate 22", "malformed validate 22"),
      ("play", #"["a.caf","start",null]"#, "failed validate 3", "completed"),
      ("rec", #"["a.caf","pause"]"#, "validationFailed validate", "failed view 264"),
      ("rec", #"["a.caf"]"#, "failed validate 2", "failed view 2"),
      ("rec", #"[null,"start"]"#, "failed validate 3", "failed view 261"),
      ("rec", #"["a.wav","start"]"#, "failed validate 261", "failed view 261"),
      ("rec", "a.caf", "failed validate 2", "failed view 2"),
    ]
  )
  func audioMistakes(
    _ command: String,
    _ message: String,
    _ strict: String,
    _ legacy: String
  ) throws {
    for (mode, expected) in [(CallMode.strict, strict), (.legacy, legacy)] {
      let page = try PageBench(mode)
      try page.record("a.caf", seconds: 1)
      #expect(try page.call(command, message) == ["\(command) \(expected)"], "\(mode)")
      #expect(page.phone.sandbox.names == ["a.caf"])
      #expect(page.phone.recorder.recordingName == nil)
    }
  }

  @Test("Any other action stopped, as printed in 2009")
  func otherActions() throws {
    let page = try PageBench(.legacy)
    try page.call("rec", #"["a.caf","start"]"#)
    #expect(try page.call("rec", #"["a.caf","no matter"]"#) == ["rec completed"])
    #expect(page.phone.sandbox.names == ["a.caf"])
    try page.call("play", #"["a.caf","start",-1]"#)
    #expect(page.phone.player.isPlaying("a.caf", at: page.now))
    #expect(try page.call("play", #"["a.caf","START"]"#) == ["play completed"])
    #expect(!page.phone.player.isPlaying("a.caf", at: page.now))
  }

  @Test("Two names that look alike are two recordings")
  func lookalikes() throws {
    let page = try PageBench()
    #expect(try page.call("rec", #"["caf\u00e9.caf","start"]"#) == ["rec completed"])
    #expect(try page.call("rec", #"["cafe\u0301.caf","stop"]"#) == ["rec failed view 264"])
    #expect(try page.call("rec", #"["caf\u00e9.caf","stop"]"#) == ["rec completed"])
    #expect(try page.call("play", #"["cafe\u0301.caf","start"]"#) == ["play failed view 260"])
  }

  // MARK: accel and switchAccelerometer

  @Test("accel is said without being asked, and switchAccelerometer ends and begins it")
  func accelerometer() throws {
    let page = try PageBench()
    #expect(
      page.shake(0.1, -9.80665, 1e-7)
        == [#"accel completed -> handleRequest('accel',{"x":0.1,"y":-9.80665,"z":0.0000001})"#]
    )
    for off in ["false", #"{"on":"NO"}"#, #"{"on":false}"#] {
      #expect(try page.call("switchAccelerometer", off) == ["switchAccelerometer completed"])
      #expect(page.shake(1, 2, 3) == ["accel exited business"])
      for on in ["true", #"{"on":"YES"}"#, #"[{"more":1,"on":true}]"#] {
        #expect(try page.call("switchAccelerometer", on) == ["switchAccelerometer completed"])
        #expect(page.phone.accelerometer.isOn)
      }
    }
    #expect(page.counter("accelerometer.suppressed") == 3)
    #expect(page.shake(161, 0, 0) == ["accel validationFailed validate"])
    #expect(page.shake(.nan, 0, 0) == ["accel validationFailed validate"])
  }

  @Test("What is not said is not in the filter either")
  func suppressedSamples() throws {
    let page = try PageBench()
    page.shake(1, 0, 0)
    try page.call("switchAccelerometer", "false")
    page.shake(100, 0, 0)
    try page.call("switchAccelerometer", "true")
    #expect(
      page.shake(1, 0, 0) == [#"accel completed -> handleRequest('accel',{"x":1,"y":0,"z":0})"#]
    )
  }

  @Test("accel had six digits in 2009, and could not be switched but by a list")
  func legacyAccelerometer() throws {
    let page = try PageBench(.legacy)
    #expect(
      page.shake(0.1, -9.80665, 1e-7)
        == [
          #"accel completed -> handleRequest('accel',{"x":0.100000,"y":-9.806650,"z":0.000000})"#
        ]
    )
    #expect(
      try page.call("switchAccelerometer", #"{"on":"NO"}"#)
        == ["switchAccelerometer malformed validate 23"]
    )
    #expect(try page.call("switchAccelerometer", "false") == ["switchAccelerometer failed view 3"])
    #expect(
      try page.call("switchAccelerometer", #"[{"on":"NO"}]"#) == ["switchAccelerometer completed"]
    )
    // The view runs after a business exit, finds nothing, and nobody hears of it.
    #expect(page.shake(1, 2, 3) == ["accel exited business"])
    #expect(page.counter("accelerometer.suppressed") == 1)
    #expect(page.shake(200, 2, 3) == ["accel validationFailed validate"])
  }

  @Test(
    "switchAccelerometer takes nothing else",
    arguments: [
      ("1", 3), (#""YES""#, 3), ("null", 3), ("{}", 3), (#"{"on":"yes"}"#, 3), (#"{"on":1}"#, 3),
      (#"{"on":null}"#, 3), ("[[true]]", 3), (#"{"off":true}"#, 3),
      (#"{"on":{"on":{"on":{"on":{"on":true}}}}}"#, 3),
    ] as [(String, Int)]
  )
  func switchMistakes(_ message: String, _ code: Int) throws {
    let page = try PageBench()
    #expect(
      try page.call("switchAccelerometer", message) == ["switchAccelerometer failed view \(code)"]
    )
    #expect(page.phone.accelerometer.isOn)
    #expect(
      try page.call("switchAccelerometer") == ["switchAccelerometer failed validate 2"]
    )
  }

  @Test("A page that says accel itself has no sample to validate")
  func accelFromPage() throws {
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      let lines = try page.call("accel", "[1,2,3]")
      #expect(lines == ["accel validationFailed validate"], "\(mode)")
    }
  }

  // MARK: Unknown

  @Test("An unknown command is an outcome, with whatever message", arguments: CallMode.allCases)
  func unknown(_ mode: CallMode) throws {
    let page = try PageBench(mode)
    #expect(try page.call("lco", "1") == ["unknown unknownCommand"])
    #expect(try page.call("", "1") == ["unknown unknownCommand"])
    #expect(try page.call("LOC", "1") == ["unknown unknownCommand"])
    #expect(try page.url("call?cmd=lco&msg=%") == ["unknown malformed validate 20"])
    #expect(page.count("lco", .unknownCommand) == 3)
    #expect(page.count("lco", .malformed) == 1)
    #expect(page.phone.counters.allSatisfy { $0.count == 0 })
  }
}

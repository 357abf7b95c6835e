import KymoText

/// The file for speedscope: of each thread the samples, and the stages of single events.
///
/// Samples have no times of their own, so that they stand in the order of their stacks. A frame with another line is
/// another function to it: what is written is the line on which a function begins.
enum SpeedscopeFile {
  static let schema = "https://www.speedscope.app/file-format-schema.json"

  static func text(_ profile: Profile) -> String {
    var frames = Frames()
    var profiles: [JSONText] = []
    let samples = profile.orderedSamples
    for thread in profile.threads.indices {
      let own = samples.filter { $0.thread == thread }
      guard !own.isEmpty else { continue }
      profiles.append(sampled(own, of: profile, thread, &frames))
    }
    for thread in profile.threads.indices {
      let own = profile.slices.indices.filter {
        profile.slices[$0].thread == thread && !profile.slices[$0].isRingWait
      }
      guard !own.isEmpty else { continue }
      profiles.append(evented(own, of: profile, thread, &frames))
    }
    var document = JSONDocumentText()
    document.add("$schema", .string(schema))
    document.add("name", JSONText(profile.name))
    document.add("exporter", JSONText(profile.exporter))
    document.add("activeProfileIndex", 0)
    document.add("shared", ["frames": .array(frames.all)])
    document.add("profiles", lines: profiles.map(JSONDocumentText.line))
    return document.finished
  }

  /// The frames that profiles refer to, each once.
  private struct Frames {
    private(set) var all: [JSONText] = []
    private var places: [ProfileFrame: Int] = [:]

    mutating func place(_ frame: ProfileFrame) -> JSONText {
      let function = frame.function
      if let place = places[function] { return JSONText(place) }
      var members = [JSONMember("name", .string(frame.name))]
      let file = frame.sourceOrModule
      if !file.isEmpty { members.append(JSONMember("file", .string(file))) }
      if frame.firstLine > 0 { members.append(JSONMember("line", JSONText(frame.firstLine))) }
      all.append(.object(members))
      places[function] = all.count - 1
      return JSONText(all.count - 1)
    }

    mutating func place(_ name: String) -> JSONText { place(ProfileFrame(name: name)) }
  }

  private static func sampled(
    _ samples: [ProfileSample],
    of profile: Profile,
    _ thread: Int,
    _ frames: inout Frames
  ) -> JSONText {
    var stacks: [JSONText] = []
    var weights: [JSONText] = []
    var sum: Int64 = 0
    let hasTimes = profile.hasTimes
    for sample in samples {
      var stack: [JSONText] = []
      if let command = sample.command { stack.append(frames.place(command)) }
      for frame in sample.stack { stack.append(frames.place(profile.frames[frame])) }
      if sample.isWaiting { stack.append(frames.place(StackTree.waitingName)) }
      stacks.append(.array(stack))
      let weight = hasTimes ? sample.nanoseconds : Int64(sample.count)
      weights.append(JSONText(weight))
      sum += weight
    }
    return [
      "type": "sampled", "name": JSONText(profile.threads[thread].name),
      "unit": hasTimes ? "nanoseconds" : "none", "startValue": 0, "endValue": JSONText(sum),
      "samples": .array(stacks), "weights": .array(weights),
    ]
  }

  private static func evented(
    _ slices: [Int],
    of profile: Profile,
    _ thread: Int,
    _ frames: inout Frames
  ) -> JSONText {
    var events: [JSONText] = []
    var open: [(frame: JSONText, end: Int64)] = []
    var last: Int64 = 0

    func close() {
      let (frame, end) = open.removeLast()
      events.append(["type": "C", "frame": frame, "at": JSONText(end)])
      last = end
    }

    for placed in SliceLayout(air: 0).place(slices, of: profile.slices) {
      while open.count > placed.depth { close() }
      let frame = frames.place(profile.slices[placed.index].label)
      events.append(["type": "O", "frame": frame, "at": JSONText(placed.start)])
      open.append((frame, placed.end))
    }
    while !open.isEmpty { close() }
    let which = profile.notes.first { $0.name == Profile.singleEvents }.map { " (\($0.value))" }
    return [
      "type": "evented",
      "name": .string("\(profile.threads[thread].name): events" + (which ?? "")),
      "unit": "nanoseconds", "startValue": 0, "endValue": JSONText(last),
      "events": .array(events),
    ]
  }
}

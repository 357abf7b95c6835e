import KymoDeflate

/// The file for `go tool pprof`: samples with their stacks, and command, stage and thread as
/// labels.
enum PprofFile {
  /// Fields of the messages, by the format's own names.
  private enum Field {
    static let sampleType = 1, sample = 2, location = 4, function = 5, stringTable = 6
    static let durationNanos = 10, periodType = 11, period = 12, comment = 13
    static let defaultSampleType = 14
  }

  /// Texts, each once, in the order of their first use; the first one is empty.
  private struct Strings {
    private(set) var all = [""]
    private var places = ["": 0]

    mutating func place(_ text: String) -> Int {
      if let place = places[text] { return place }
      places[text] = all.count
      all.append(text)
      return all.count - 1
    }
  }

  static func bytes(_ profile: Profile) -> [UInt8] {
    Zlib.compress(message(profile), .gzip)
  }

  /// The message that is compressed.
  static func message(_ profile: Profile) -> [UInt8] {
    var strings = Strings()
    var message = ProtobufWriter()
    message.add(Field.sampleType, valueType("samples", "count", &strings))
    message.add(Field.sampleType, valueType("wall", "nanoseconds", &strings))
    let samples = profile.orderedSamples
    var locations = PprofLocations(profile.frames)
    for sample in samples {
      message.add(Field.sample, self.sample(sample, profile, &locations, &strings))
    }
    for (number, location) in locations.all.enumerated() {
      message.add(Field.location, locations.message(location, number: number + 1))
    }
    for (number, frame) in locations.functions.enumerated() {
      var function = ProtobufWriter()
      function.add(1, number + 1)
      function.add(2, strings.place(frame.name))
      function.add(3, strings.place(frame.symbol.isEmpty ? frame.name : frame.symbol))
      function.add(4, strings.place(frame.sourceOrModule))
      if frame.firstLine > 0 { function.add(5, frame.firstLine) }
      message.add(Field.function, function)
    }
    let period = valueType("wall", "nanoseconds", &strings)
    let comments = comments(profile).map { Int64(strings.place($0)) }
    let standard = strings.place("wall")
    for text in strings.all { message.add(Field.stringTable, text) }
    message.add(Field.durationNanos, profile.duration)
    if let sampling = profile.sampling {
      message.add(Field.periodType, period)
      message.add(Field.period, sampling.period)
    }
    message.add(Field.comment, packed: comments)
    message.add(Field.defaultSampleType, standard)
    return message.bytes
  }

  private static func valueType(
    _ type: String,
    _ unit: String,
    _ strings: inout Strings
  ) -> ProtobufWriter {
    var value = ProtobufWriter()
    value.add(1, strings.place(type))
    value.add(2, strings.place(unit))
    return value
  }

  private static func sample(
    _ sample: ProfileSample,
    _ profile: Profile,
    _ locations: inout PprofLocations,
    _ strings: inout Strings
  ) -> ProtobufWriter {
    var message = ProtobufWriter()
    message.add(1, packed: locations.numbers(sample.stack).reversed().map { Int64($0) })
    message.add(2, packed: [Int64(sample.count), sample.nanoseconds])
    let labels = [
      ("command", sample.command), ("stage", sample.stage),
      ("thread", profile.threads[sample.thread].name),
      ("state", sample.isWaiting ? "waiting" : nil),
    ]
    for case (let key, let text?) in labels where !text.isEmpty {
      var label = ProtobufWriter()
      label.add(1, strings.place(key))
      label.add(2, strings.place(text))
      message.add(3, label)
    }
    return message
  }

  private static func comments(_ profile: Profile) -> [String] {
    var lines = ["\(profile.name), by \(profile.exporter)"]
    if let sampling = profile.sampling {
      lines.append("samples: " + sampling.text(folded: profile.foldedSamples))
    }
    return lines + profile.notes.map { "\($0.name): \($0.value)" }
  }
}

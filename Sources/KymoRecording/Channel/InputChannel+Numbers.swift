import KymoCore

extension InputChannel {
  /// A channel of named numbers, each a float64, for what no standard channel has.
  ///
  /// Up to six of them travel in the event, as a ``SampleRow``; more are data, as a ``MessageRow``. The schema is
  /// `kymograph/msg/Name` in ros2msg, where the name is made of the topic, and its definition has the comments.
  ///
  /// - Parameters:
  ///   - topic: the topic, such as `/heart_rate`; see ``topic(named:)``.
  ///   - fields: the name of each number, and its meaning with its unit; at least one. Names are brought to
  ///     what ROS 2 allows: `stepsPerMinute` is `steps_per_minute`.
  /// - Returns: the row, whose command is the topic without its slash.
  public static func numbers(
    _ topic: String,
    fields: [(name: String, comment: String)]
  ) -> InputChannel {
    precondition(!fields.isEmpty, "a channel of numbers has at least one")
    var names: [String] = []
    for field in fields {
      let name = fieldName(field.name)
      var own = name
      var number = 2
      while names.contains(own) {
        own = "\(name)_\(number)"
        number += 1
      }
      names.append(own)
    }
    let width = names.map(\.utf8.count).max() ?? 0
    let lines = zip(names, fields).map { name, field in
      let comment = field.comment.split { $0.isNewline }.joined(separator: " ")
      if comment.isEmpty { return "float64 \(name)\n" }
      let gap = String(repeating: " ", count: width - name.utf8.count)
      return "float64 \(name)\(gap)  # \(comment)\n"
    }
    let isSample = 8 * fields.count <= maximumSampleBytes
    return InputChannel(
      topic: topic,
      schemaName: "kymograph/msg/" + messageName(topic),
      schemaEncoding: "ros2msg",
      definition: "# A value that is not known is NaN.\n" + lines.joined(),
      messageEncoding: "cdr",
      kind: isSample ? .sample : .data,
      source: nil,
      bodyBytes: 8 * fields.count,
      command: String(topic.drop { $0 == "/" })
    )
  }

  /// The topic for something that a file names, such as `/wrist_motion` for `Wrist Motion`.
  ///
  /// A slash stays between its parts.
  public static func topic(named name: String) -> String {
    "/" + name.split(separator: "/").map { fieldName(String($0)) }.joined(separator: "/")
  }

  /// A name that ROS 2 allows for a field: lower case, with single underscores between words.
  static func fieldName(_ text: String) -> String {
    var name: [UInt8] = []
    var wasLower = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if wasLower, name.last != underscore { name.append(underscore) }
        name.append(byte + 32)
        wasLower = false
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.append(byte)
        wasLower = true
      default:
        if let last = name.last, last != underscore { name.append(underscore) }
        wasLower = false
      }
    }
    if name.last == underscore { name.removeLast() }
    guard let first = name.first else { return "value" }
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
    return (isDigit ? "value_" : "") + String(decoding: name, as: UTF8.self)
  }

  /// A name that ROS 2 allows for a message, such as `OrientationEuler` for `/orientation/euler`.
  package static func messageName(_ topic: String) -> String {
    let words = topic.split(separator: "/").flatMap { fieldName(String($0)).split(separator: "_") }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let isLetter = name.utf8.first.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } ?? false
    return isLetter ? name : "Numbers" + name
  }

  private static var underscore: UInt8 { UInt8(ascii: "_") }
}

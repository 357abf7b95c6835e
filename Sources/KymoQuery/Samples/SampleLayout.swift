import KymoMCAP

/// The fields of a message of ROS 2, by its schema, one behind the other.
///
/// Fields of other messages are taken apart, and so are arrays of a fixed length. What has any length ends the list:
/// nobody knows where the fields behind it lie.
struct SampleLayout {
  /// How many fields there are at most.
  static let maximumFields = 400
  /// How deep messages may lie within each other.
  private static let maximumDepth = 16
  /// How many elements of an array become fields.
  private static let maximumElements = 64

  private(set) var fields: [SampleField] = []
  /// Whether a message has more behind the last field.
  private(set) var isCut = false
  private var definitions: [String: [Substring]] = [:]  // Looked up, never iterated.

  /// Reads a definition; nil if it has no field that can be a column.
  init?(_ schema: MCAPSchema) {
    guard schema.encoding == "ros2msg", schema.data.count <= 1 << 20 else { return nil }
    let text = String(decoding: schema.data, as: UTF8.self)
    var own: [Substring] = []
    var name: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1)
      if line.hasPrefix("===") { continue }
      if words.first == "MSG:", words.count == 2 {
        name = Self.shortened(words[1])
        definitions[name ?? ""] = []
        continue
      }
      if let name { definitions[name]?.append(line) } else { own.append(line) }
    }
    add(own, package: schema.name, prefix: "", depth: 0)
    if fields.isEmpty { return nil }
  }

  /// A name of a type without the folder that ROS 2 puts in the middle: "std_msgs/Header".
  private static func shortened(_ name: Substring) -> String {
    let parts = name.split(separator: "/").map { $0.filter { !$0.isWhitespace } }
    return parts.count == 3 ? "\(parts[0])/\(parts[2])" : parts.joined(separator: "/")
  }

  /// Adds the fields of a definition.
  private mutating func add(_ lines: [Substring], package: String, prefix: String, depth: Int) {
    for line in lines where !isCut {
      let parts = line.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let words = (parts.first ?? "").split(whereSeparator: \.isWhitespace)
      // Constants have a value; defaults do too, behind a space.
      guard words.count >= 2, !words[1].contains("="), words.count < 3 || words[2].first != "="
      else { continue }
      let comment = parts.count > 1 ? parts[1] : ""
      add(words[0], prefix + words[1], Self.unit(comment), package, depth)
    }
  }

  private mutating func add(
    _ type: Substring,
    _ name: String,
    _ unit: String,
    _ package: String,
    _ depth: Int
  ) {
    guard let bracket = type.firstIndex(of: "[") else {
      return addOne(type, name, unit, package, depth)
    }
    let inner = type[type.index(after: bracket)...].dropLast()
    guard let count = Int(inner), (1...Self.maximumElements).contains(count) else {
      return isCut = true
    }
    for element in 0..<count where !isCut {
      addOne(type[..<bracket], "\(name)_\(element)", unit, package, depth)
    }
  }

  private mutating func addOne(
    _ type: Substring,
    _ name: String,
    _ unit: String,
    _ package: String,
    _ depth: Int
  ) {
    guard fields.count < Self.maximumFields, depth < Self.maximumDepth else { return isCut = true }
    // A string may have a limit.
    let plain = type.hasPrefix("string<=") ? "string" : type
    if let form = SampleField.Form(rawValue: String(plain)) {
      fields.append(SampleField(name: name, form: form, unit: unit))
      return
    }
    let time = ["builtin_interfaces/Time", "builtin_interfaces/Duration", "time", "duration"]
    var other = Self.shortened(type)
    if !other.contains("/") {
      let home = package.split(separator: "/").first ?? ""
      if definitions[other] == nil {
        other = other == "Header" ? "std_msgs/Header" : "\(home)/\(other)"
      }
    }
    if let lines = definitions[other] {
      return add(lines, package: other, prefix: name + "_", depth: depth + 1)
    }
    guard time.contains(other) else { return isCut = true }
    fields.append(SampleField(name: name + "_sec", form: .int32, unit: "s"))
    fields.append(SampleField(name: name + "_nanosec", form: .uint32, unit: "ns"))
  }

  /// The unit at the begin of a comment, such as "m/s^2"; empty if it begins with something else.
  private static func unit(_ comment: Substring) -> String {
    let words = comment.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" })
    guard let word = words.first else { return "" }
    let units = [
      "m", "s", "ns", "ms", "rad", "rad/s", "m/s", "m/s^2", "degrees", "deg", "Pa", "hPa", "uT",
      "T",
      "Hz", "V", "A", "K", "N", "%",
    ]
    return units.contains(String(word)) ? String(word) : ""
  }
}

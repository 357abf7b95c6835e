import KymoBridge

/// Where two texts of JSON differ, as JSON pointers.
struct JSONDifference: ~Copyable {
  private var left = JSONDocument()
  private var right = JSONDocument()
  private let ignored: Set<String>
  private var found: [String] = []

  /// How many places are named at most.
  private static let maximumPlaces = 1000

  /// - Parameter ignored: the pointers of members that may differ, with all that is in them.
  init(ignoring ignored: Set<String>) { self.ignored = ignored }

  /// The places at which two texts differ; nil if one of them is no JSON.
  ///
  /// The empty pointer is the whole.
  ///
  /// - Complexity: O(bytes) for objects whose members have the same order.
  mutating func places(_ first: String, _ second: String) -> [String]? {
    do throws(JSONError) {
      try left.parse(first)
      try right.parse(second)
    } catch { return nil }
    found = []
    compare(left.root, right.root, "")
    return found
  }

  private mutating func compare(_ first: JSONValue, _ second: JSONValue, _ path: String) {
    guard !ignored.contains(path), found.count < Self.maximumPlaces else { return }
    switch (left.kind(of: first), right.kind(of: second)) {
    case (.object, .object): compareObjects(first, second, path)
    case (.array, .array): compareArrays(first, second, path)
    case (.string, .string):
      if left.string(of: first) != right.string(of: second) { found.append(path) }
    case (let kind, let other):
      let isEqual: Bool
      if let number = left.number(of: first), let second = right.number(of: second) {
        isEqual = number == second
      } else {
        isEqual = kind == other && left.bool(of: first) == right.bool(of: second)
      }
      if !isEqual { found.append(path) }
    }
  }

  private mutating func compareArrays(_ first: JSONValue, _ second: JSONValue, _ path: String) {
    var (ours, theirs) = (left.cursor(over: first), right.cursor(over: second))
    var index = 0
    while true {
      let (one, other) = (ours.next(in: left), theirs.next(in: right))
      switch (one, other) {
      case (let one?, let other?): compare(one, other, "\(path)/\(index)")
      case (nil, nil): return
      default: note("\(path)/\(index)")
      }
      index += 1
    }
  }

  private mutating func compareObjects(_ first: JSONValue, _ second: JSONValue, _ path: String) {
    var cursor = left.cursor(over: first)
    while let (name, value) = cursor.nextMember(in: left) {
      let text = left.string(of: name) ?? ""
      let place = path + "/" + JSONPointer.escaped(text)
      if let other = right.member(text, of: second) {
        compare(value, other, place)
      } else {
        note(place)
      }
    }
    var other = right.cursor(over: second)
    while let (name, _) = other.nextMember(in: right) {
      let text = right.string(of: name) ?? ""
      if left.member(text, of: first) == nil { note(path + "/" + JSONPointer.escaped(text)) }
    }
  }

  private mutating func note(_ path: String) {
    if !ignored.contains(path), found.count < Self.maximumPlaces { found.append(path) }
  }
}

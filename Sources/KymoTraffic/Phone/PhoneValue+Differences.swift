import KymoBridge
import KymoText

extension PhoneValue {
  /// A place at which two values differ.
  struct Difference: Equatable {
    /// A JSON pointer; empty for the whole.
    var path: String
    /// The values as JSON; nil if there is none at that place.
    var phone: String?
    var here: String?
  }

  /// What comparing two values came to.
  struct Comparison {
    var differences: [Difference] = []
    /// How many places were not compared since the recorder has hidden them.
    var hidden = 0
    /// How many places differ.
    var count = 0

    /// How many places are told.
    static let maximumPlaces = 100

    mutating func note(_ path: String, _ phone: PhoneValue?, _ here: PhoneValue?) {
      count += 1
      guard differences.count < Self.maximumPlaces else { return }
      differences.append(Difference(path: path, phone: phone?.json, here: here?.json))
    }
  }

  /// Compares a value of the phone with one of this machine, member by member.
  ///
  /// What the recorder has hidden is not compared, but has to be there.
  func compared(to here: PhoneValue) -> Comparison {
    var result = Comparison()
    compare(with: here, "", &result)
    return result
  }

  private func compare(with here: PhoneValue, _ path: String, _ result: inout Comparison) {
    if isHidden {
      if here == .nothing { result.note(path, self, here) } else { result.hidden += 1 }
      return
    }
    switch (self, here) {
    case (.list(let ours), .list(let theirs)):
      for index in 0..<max(ours.count, theirs.count) {
        let place = "\(path)/\(index)"
        if index < ours.count, index < theirs.count {
          ours[index].compare(with: theirs[index], place, &result)
        } else {
          result.note(
            place,
            index < ours.count ? ours[index] : nil,
            index < theirs.count ? theirs[index] : nil
          )
        }
      }
    case (.members(let ours), .members(let theirs)):
      compare(ours, theirs, here, path, &result)
    case (.inner(let ours), .inner(let theirs)): ours.compare(with: theirs, path, &result)
    default: if self != here { result.note(path, self, here) }
    }
  }

  private func compare(
    _ ours: [Member],
    _ theirs: [Member],
    _ here: PhoneValue,
    _ path: String,
    _ result: inout Comparison
  ) {
    // Looked up, never iterated.
    let places = Dictionary(theirs.map { ($0.name, $0.value) }) { $1 }
    var known: Set<String> = []
    for member in ours where known.insert(member.name).inserted {
      let place = path + "/" + JSONPointer.escaped(member.name)
      if let other = places[member.name] {
        (self.member(member.name) ?? .nothing).compare(with: other, place, &result)
      } else {
        result.note(place, member.value, nil)
      }
    }
    for member in theirs where known.insert(member.name).inserted {
      result.note(path + "/" + JSONPointer.escaped(member.name), nil, here.member(member.name))
    }
  }

  // MARK: As JSON

  /// The value as JSON on one line.
  var json: String { tree.line }

  private var tree: JSONText {
    switch self {
    case .nothing: .null
    case .bool(let value): .bool(value)
    case .number(let value):
      Int64(exactly: value).map { JSONText.integer($0) } ?? .number(value)
    case .text(let text): .string(text)
    case .list(let values): .array(values.map(\.tree))
    case .members(let members):
      .object(members.map { JSONMember($0.name, $0.value.tree) })
    case .inner(let value): .string(value.json)
    }
  }

  // MARK: As a key

  /// The places of what is hidden, with `*` in place of the numbers of elements.
  func hiddenPlaces(_ path: String, into places: inout Set<String>) {
    if isHidden { places.insert(path) }
    switch self {
    case .nothing, .bool, .number, .text: break
    case .list(let values):
      for value in values { value.hiddenPlaces(path + "/*", into: &places) }
    case .members(let members):
      for member in members {
        member.value.hiddenPlaces(
          path + "/" + JSONPointer.escaped(member.name),
          into: &places
        )
      }
    case .inner(let value): value.hiddenPlaces(path, into: &places)
    }
  }

  /// A text that is the same for values that do not differ, but for what is at places where something is hidden.
  func key(without places: Set<String>, _ path: String = "") -> String {
    if places.contains(path), self != .nothing { return "?" }
    switch self {
    case .nothing: return "n"
    case .bool(let value): return value ? "t" : "f"
    case .number(let value): return "\(value == 0 ? 0 : value)"
    case .text(let text): return JSONText(text).line
    case .list(let values):
      let inner = path + "/*"
      return "[" + values.map { $0.key(without: places, inner) }.joined(separator: ",") + "]"
    case .members(let members):
      let sorted = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
        .sorted { $0.key < $1.key }
      let texts = sorted.map { name, value in
        JSONText(name).line + ":"
          + value.key(without: places, path + "/" + JSONPointer.escaped(name))
      }
      return "{" + texts.joined(separator: ",") + "}"
    case .inner(let value): return "i" + value.key(without: places, path)
    }
  }
}

extension MessageLayout {
  /// The names of the fields, if all of them are single doubles; nil if not.
  package var doubles: [String]? {
    let fields = messages[0]
    return fields.allSatisfy { $0.kind == .number(bytes: 8) && $0.count == .one }
      ? fields.map(\.name) : nil
  }

  /// The paths of all values of a message, as ``FieldReader`` gives them; nil if that differs from message to
  /// message, or if they are very many.
  package var paths: [String]? {
    var paths: [String] = []
    return add(0, "", to: &paths, depth: 32) ? paths : nil
  }

  /// How many values a message may have.
  private static var mostPaths: Int { 1000 }

  private func add(_ message: Int, _ prefix: String, to paths: inout [String], depth: Int) -> Bool {
    guard depth > 0 else { return false }
    for field in messages[message] {
      var names = [prefix + field.name]
      switch field.count {
      case .one: break
      case .any: return false
      case .fixed(let count):
        guard paths.count + count <= Self.mostPaths else { return false }
        names = (0..<count).map { "\(prefix)\(field.name)[\($0)]" }
      }
      for name in names {
        if case .message(let inner) = field.kind {
          guard add(inner, name + ".", to: &paths, depth: depth - 1) else { return false }
        } else {
          paths.append(name)
        }
        guard paths.count <= Self.mostPaths else { return false }
      }
    }
    return true
  }

  /// The names of the fields of the message itself.
  var ownNames: [String] { messages[0].map(\.name) }

  /// Whether a message may have a value at a path, as ``FieldReader`` gives it.
  func hasValue(_ path: Substring, in message: Int = 0) -> Bool {
    messages[message].contains { field in
      guard path.hasPrefix(field.name) else { return false }
      var rest = path.dropFirst(field.name.count)
      if field.count != .one {
        if field.count == .any, rest == ".count" { return true }
        guard rest.first == "[", let end = rest.firstIndex(of: "]"),
          let number = Int(rest[..<end].dropFirst()), number >= 0
        else { return false }
        if case .fixed(let count) = field.count, number >= count { return false }
        rest = rest[rest.index(after: end)...]
      }
      guard case .message(let inner) = field.kind else { return rest.isEmpty }
      return rest.first == "." && hasValue(rest.dropFirst(), in: inner)
    }
  }
}

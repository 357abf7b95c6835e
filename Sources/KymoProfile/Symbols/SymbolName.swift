/// Short names of functions: `Dispatcher.dispatch` for what the linker calls `$s8KymoCore10DispatcherV…`.
enum SymbolName {
  /// The name of a symbol that a reader wants to see; the symbol itself if it is none of Swift.
  static func shown(_ symbol: String) -> String {
    guard let text = UnsafeDemangler.demangled(symbol) else { return plain(symbol) }
    return shortened(text)
  }

  /// The closure that a symbol stands for, in full; nil if it stands for none.
  ///
  /// A function that forwards to a closure, and one that does the same for certain arguments, stand for it. A function
  /// that several closures were merged into stands for none.
  static func closure(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s"), let text = UnsafeDemangler.demangled(symbol) else { return nil }
    var name = text[...]
    while true {
      if let word = forwarding.first(where: { name.hasPrefix($0) }) {
        name.removeFirst(word.count)
      } else if let rest = unspecialised(name) {
        name = rest
      } else {
        return nested.prefix(2).contains { name.hasPrefix($0) } ? String(name) : nil
      }
    }
  }

  /// The function behind the words that say for which arguments it is; nil if there are none.
  private static func unspecialised(_ name: Substring) -> Substring? {
    guard specialised.contains(where: { name.hasPrefix($0) }) else { return nil }
    return rest(of: name, after: " of ") ?? rest(of: name, behindLast: "> of ")
  }

  /// The names in a symbol of C++, such as `simdjson::dom::parser::parse`, and of what is local to a function that
  /// of the function; any other symbol as it is.
  private static func plain(_ symbol: String) -> String {
    guard symbol.hasPrefix("_Z") else { return symbol }
    // What is local to a function has the function's name, as often as it is nested.
    var rest = symbol.dropFirst(2).drop { $0 == "Z" }
    let isNested = rest.hasPrefix("N")
    rest = rest.drop { "NLKrVRO".contains($0) }
    if rest.hasPrefix("St") {
      rest = rest.dropFirst(2)
    }
    var parts: [String] = []
    while let first = rest.first, first.isNumber, parts.isEmpty || isNested {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let length = Int(digits), length > 0, length <= rest.count else { return symbol }
      parts.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return parts.isEmpty ? symbol : parts.joined(separator: "::")
  }

  /// Shortens what the runtime makes of a symbol: no modules, types of parameters, generic arguments, or how the
  /// compiler came to it.
  static func shortened(_ text: String) -> String {
    var name = text[...]
    var closures: [String] = []
    var isStripping = true
    while isStripping {
      isStripping = false
      for word in leading where name.hasPrefix(word) {
        name.removeFirst(word.count)
        isStripping = true
      }
      // Of several parts with " of " or " in " between them, the last is the function.
      if let rest = unspecialised(name) {
        name = rest
        isStripping = true
      } else if let word = nested.first(where: { name.hasPrefix($0) }),
        let rest = rest(of: name, after: " in ")
      {
        let number = name.dropFirst(word.count).prefix { $0 != " " && $0 != "(" }
        closures.append(word.contains("closure") ? "{closure \(number.drop { $0 == "#" })}" : "")
        name = rest
        isStripping = true
      } else if let word = conforming.first(where: { name.hasPrefix($0) }) {
        name.removeFirst(word.count)
        if let end = position(of: " in conformance ", in: name) { name = name[..<end] }
        isStripping = true
      }
    }
    let base = described(name) ?? path(name)
    guard !base.isEmpty else { return text }
    return ([base] + closures.reversed().filter { !$0.isEmpty }).joined(separator: " ")
  }

  private static let leading = [
    "static ", "merged ", "partial apply forwarder for ", "partial apply for ",
    "reabstraction thunk helper for ", "(extension in ", "dispatch thunk of ", "override ",
    "@objc ", "@nonobjc ",
  ]
  private static let forwarding = ["partial apply forwarder for ", "partial apply for "]
  private static let specialised = [
    "generic specialization <", "generic not re-abstracted specialization <",
    "function signature specialization <", "generic pre-specialization <",
    "specialized ", "generic partial specialization <", "inlined generic function <",
  ]
  private static let nested = ["implicit closure ", "closure ", "local function "]
  private static let conforming = ["protocol witness for "]

  /// Describes what the compiler made for a type, such as "type metadata accessor for Event"; nil
  /// for a function.
  private static func described(_ text: Substring) -> String? {
    guard let word = text.split(separator: " ", maxSplits: 1).first, word.count < text.count,
      word.allSatisfy({ $0.isLetter })
    else { return nil }
    for link in [" for ", " of "] {
      guard let place = position(of: link, in: text) else { continue }
      let rest = text[text.index(place, offsetBy: link.count)...]
      return text[..<place] + link + path(rest)
    }
    return nil
  }

  /// Returns the text behind `word`, where it does not stand in brackets.
  private static func rest(of text: Substring, after word: String) -> Substring? {
    guard let place = position(of: word, in: text) else { return nil }
    return text[text.index(place, offsetBy: word.count)...]
  }

  /// Returns the text behind the last `word`: a propagated closure has brackets that do not match.
  private static func rest(of text: Substring, behindLast word: String) -> Substring? {
    var index = text.endIndex
    while index > text.startIndex {
      index = text.index(before: index)
      if text[index...].hasPrefix(word) { return text[text.index(index, offsetBy: word.count)...] }
    }
    return nil
  }

  /// Where `word` begins outside all brackets.
  private static func position(of word: String, in text: Substring) -> Substring.Index? {
    var depth = 0
    var index = text.startIndex
    var former: Character = " "
    while index < text.endIndex {
      let character = text[index]
      if depth == 0, text[index...].hasPrefix(word) { return index }
      depth += change(character, after: former)
      former = character
      index = text.index(after: index)
    }
    return nil
  }

  /// By how much a character changes the depth of brackets; the arrow before a result is none.
  private static func change(_ character: Character, after former: Character) -> Int {
    switch character {
    case "(", "[", "<": 1
    case ")", "]": -1
    case ">": former == "-" ? 0 : -1
    default: 0
    }
  }

  /// The names of types and function, joined by points, without the module in front.
  private static func path(_ text: Substring) -> String {
    var parts: [String] = []
    var current = ""
    var rest = text
    // What remains of "(extension in Module):".
    if let colon = rest.firstIndex(of: ":"), rest[..<colon].last == ")" {
      let head = rest[..<colon]
      if !head.contains(" "), !head.contains("<") {
        rest = rest[rest.index(after: colon)...]
      }
    }
    var index = rest.startIndex
    scan: while index < rest.endIndex {
      let character = rest[index]
      switch character {
      case ".":
        parts.append(current)
        current = ""
      case "<" where current.isEmpty || isName(current):
        index = end(of: rest, from: index)
        continue
      case "(":
        // A name that is private to its file: "(name in _0123)".
        let end = end(of: rest, from: index)
        let inner = rest[rest.index(after: index)..<rest.index(before: end)]
        guard current.isEmpty, let stop = inner.range(ofText: " in _") else { break scan }
        current = String(inner[..<stop])
        index = end
        continue
      case " ", ":": break scan
      default: current.append(character)
      }
      index = rest.index(after: index)
    }
    parts.append(current)
    parts.removeAll { $0.isEmpty }
    if parts.last == "__allocating_init" { parts[parts.count - 1] = "init" }
    // The module, unless the name is nothing else.
    if parts.count > 1 { parts.removeFirst() }
    return parts.joined(separator: ".")
  }

  private static func isName(_ text: String) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
  }

  /// Behind the bracket that closes the one at a place; the end of the text if none does.
  private static func end(of text: Substring, from start: Substring.Index) -> Substring.Index {
    var depth = 0
    var index = start
    var former: Character = " "
    while index < text.endIndex {
      depth += change(text[index], after: former)
      former = text[index]
      index = text.index(after: index)
      if depth == 0 { return index }
    }
    return text.endIndex
  }
}

extension Substring {
  /// Where a text begins.
  fileprivate func range(ofText text: String) -> Substring.Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}

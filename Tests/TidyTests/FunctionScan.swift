/// The functions of a file, as words, brackets and commas tell them: what a person sees who scrolls through it.
///
/// Initialisers, subscripts and computed properties count as functions; closures belong to the function around them.
struct FunctionScan {
  /// One function.
  struct Function: Equatable {
    /// Its name; `init`, `deinit` or `subscript` of those that have none.
    let name: String
    /// The line of its first word, from 1.
    let line: Int
    /// From its first word to its last brace, in lines; 0 of a requirement, which has no body.
    var lines = 0
    /// How many parameters it takes.
    var parameters = 0
  }

  /// The functions, in their order.
  private(set) var functions: [Function] = []

  private let bytes: [UInt8]
  private var lineOfPlace: [Int]
  /// Where each opening bracket is closed.
  private var closing: [Int: Int] = [:]

  /// Finds the functions of `code`.
  init(_ code: SwiftCode) {
    bytes = Array(code.lines.joined(separator: "\n").utf8)
    lineOfPlace = []
    lineOfPlace.reserveCapacity(bytes.count)
    matchBrackets()
    var place = 0
    while place < bytes.count {
      guard isWord(place) else {
        place += 1
        continue
      }
      let end = endOfWord(place)
      if !isPart(place) { read(place, end) }
      place = end
    }
  }

  private mutating func matchBrackets() {
    var open: [Int] = []
    var line = 1
    for (place, byte) in bytes.enumerated() {
      lineOfPlace.append(line)
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.append(place)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if let start = open.popLast() { closing[start] = place }
      default: break
      }
    }
  }

  // MARK: Declarations

  private mutating func read(_ start: Int, _ end: Int) {
    switch bytes[start] {
    case UInt8(ascii: "f"): if isWord("func", start, end) { readFunction(start, end) }
    case UInt8(ascii: "i"): if isWord("init", start, end) { readUnnamed(start, end, "init") }
    case UInt8(ascii: "s"):
      if isWord("subscript", start, end) { readUnnamed(start, end, "subscript") }
    case UInt8(ascii: "d"):
      guard isWord("deinit", start, end) else { return }
      let brace = skipSpace(end)
      if isAt("{", brace) { add("deinit", start, brace, 0) }
    case UInt8(ascii: "v"): if isWord("var", start, end) { readProperty(start, end) }
    default: break
    }
  }

  private mutating func readFunction(_ start: Int, _ end: Int) {
    let name = skipSpace(end)
    var place = name
    // Operators have a name of signs, which `(` ends; names of words are also ended by `<`.
    while place < bytes.count, !isSpace(place), !isAt("(", place) {
      if isAt("<", place), isWord(name) { break }
      place += 1
    }
    readList(start, place, String(decoding: bytes[name..<place], as: UTF8.self))
  }

  private mutating func readUnnamed(_ start: Int, _ end: Int, _ name: String) {
    readList(start, isAt("?", end) ? end + 1 : end, name)
  }

  /// Reads a list of parameters, and looks for the body behind it.
  private mutating func readList(_ start: Int, _ end: Int, _ name: String) {
    var place = end
    if isAt("<", place) { place = endOfGenerics(place) }
    place = skipSpace(place)
    guard isAt("(", place), let close = closing[place] else { return }
    add(name, start, body(after: close + 1), parameters(in: place + 1..<close))
  }

  private mutating func readProperty(_ start: Int, _ end: Int) {
    let name = skipSpace(end)
    let colon = skipSpace(endOfWord(name))
    guard isWord(name), isAt(":", colon) else { return }
    var place = colon
    while place < bytes.count, !isAt("=", place), !isAt("\n", place) {
      if isAt("{", place) {
        add(String(decoding: bytes[name..<endOfWord(name)], as: UTF8.self), start, place, 0)
        return
      }
      place = isOpening(place) ? (closing[place] ?? place) + 1 : place + 1
    }
  }

  private mutating func add(_ name: String, _ start: Int, _ brace: Int?, _ parameters: Int) {
    var function = Function(name: name, line: lineOfPlace[start], parameters: parameters)
    if let brace, let end = closing[brace] {
      function.lines = lineOfPlace[end] - function.line + 1
    }
    functions.append(function)
  }

  // MARK: Their parts

  private func parameters(in range: Range<Int>) -> Int {
    var (count, generics, isEmpty) = (0, 0, true)
    var place = range.lowerBound
    while place < range.upperBound {
      if isAt(",", place), generics == 0 {
        count += 1
        isEmpty = true
      } else if !isSpace(place) {
        isEmpty = false
        if isAt("<", place), place > 0, isWord(place - 1) { generics += 1 }
        if isAt(">", place), generics > 0, !isAt("-", place - 1) { generics -= 1 }
      }
      place = isOpening(place) ? (closing[place] ?? place) + 1 : place + 1
    }
    return isEmpty ? count : count + 1
  }

  /// The brace that opens the body of a function, whose list of parameters ends before `start`; nil if it has none.
  private func body(after start: Int) -> Int? {
    var place = start
    while place < bytes.count {
      if isAt("{", place) { return place }
      if isAt("}", place) || isAt(")", place) || isAt(";", place) { return nil }
      if isAt("\n", place) {
        let next = skipSpace(place)
        let goesOn =
          isAt("{", next) || isAt("-", next)
          || ["where", "throws", "async", "rethrows"].contains { isWord($0, next, endOfWord(next)) }
        guard goesOn else { return nil }
        place = next
      } else {
        place = isOpening(place) ? (closing[place] ?? place) + 1 : place + 1
      }
    }
    return nil
  }

  private func endOfGenerics(_ start: Int) -> Int {
    var depth = 0
    var place = start
    while place < bytes.count {
      if isAt("<", place) { depth += 1 }
      if isAt(">", place), !isAt("-", place - 1) { depth -= 1 }
      place += 1
      if depth == 0 { break }
    }
    return place
  }

  // MARK: Bytes

  private func isAt(_ character: Unicode.Scalar, _ place: Int) -> Bool {
    bytes.indices.contains(place) && bytes[place] == UInt8(ascii: character)
  }

  private func isOpening(_ place: Int) -> Bool {
    isAt("(", place) || isAt("[", place) || isAt("{", place)
  }

  private func isSpace(_ place: Int) -> Bool { isAt(" ", place) || isAt("\n", place) }

  private func isWord(_ place: Int) -> Bool {
    guard bytes.indices.contains(place) else { return false }
    switch bytes[place] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      return true
    default: return false
    }
  }

  private func isWord(_ word: String, _ start: Int, _ end: Int) -> Bool {
    word.utf8.count == end - start && bytes[start..<end].elementsEqual(word.utf8)
  }

  /// Whether a word is part of another expression: a member, an attribute, or a name in backticks.
  private func isPart(_ place: Int) -> Bool {
    isAt(".", place - 1) || isAt("@", place - 1) || isAt("`", place - 1)
  }

  private func endOfWord(_ start: Int) -> Int {
    var place = start
    while isWord(place) { place += 1 }
    return place
  }

  private func skipSpace(_ start: Int) -> Int {
    var place = start
    while isSpace(place) { place += 1 }
    return place
  }
}

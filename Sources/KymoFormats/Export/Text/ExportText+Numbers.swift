import KymoText

extension ExportText {
  /// Appends a whole number.
  func put(_ value: Int64) { put(String(value)) }

  /// Appends a number; what is none is left out.
  func put(number value: Double) {
    if value.isFinite { put(NumberText.shortest(value)) }
  }

  /// Appends a number; what is none is left out.
  func put(number value: Float) {
    guard value.isFinite else { return }
    let text = "\(value)"
    put(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Appends a number for JSON; what is none is null.
  func put(json value: Double) { put(value.isFinite ? NumberText.shortest(value) : "null") }

  /// Appends a number for JSON; what is none is null.
  func put(json value: Float) {
    guard value.isFinite else { return put("null") }
    put(number: value)
  }

  /// Appends a finite number without an exponent, moved by so many decimal places.
  ///
  /// - Parameters:
  ///   - text: the number in its shortest form, as Swift describes it.
  ///   - places: by how many places the point moves to the right.
  func put(decimal text: String, movedBy places: Int = 0) {
    var rest = text[...]
    if rest.first == "-" {
      put(UInt8(ascii: "-"))
      rest.removeFirst()
    }
    var exponent = places
    if let mark = rest.firstIndex(of: "e") {
      exponent += Int(rest[rest.index(after: mark)...]) ?? 0
      rest = rest[..<mark]
    }
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
    var digits = Array(parts[0].utf8) + (parts.count > 1 ? Array(parts[1].utf8) : [])
    var point = parts[0].utf8.count + exponent
    if point <= 0 {
      digits = Array(repeating: UInt8(ascii: "0"), count: 1 - point) + digits
      point = 1
    }
    if point > digits.count {
      digits += Array(repeating: UInt8(ascii: "0"), count: point - digits.count)
    }
    let leading = digits[..<(point - 1)].prefix { $0 == UInt8(ascii: "0") }.count
    for digit in digits[leading..<point] { put(digit) }
    while digits.count > point, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    guard digits.count > point else { return }
    put(UInt8(ascii: "."))
    for digit in digits[point...] { put(digit) }
  }

  /// Appends a finite number without an exponent, as XML Schema has its decimals.
  func put(decimal value: Double) { put(decimal: "\(value)") }

  /// Appends a finite number without an exponent, as XML Schema has its decimals.
  func put(decimal value: Float) { put(decimal: "\(value)") }

  /// Appends a span in ns as seconds, all of it: `12.000000001`.
  func put(seconds nanoseconds: Int64) {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    if nanoseconds < 0 { put(UInt8(ascii: "-")) }
    put(String(whole))
    put(fraction: rest)
  }

  /// Appends a fraction of a second with its point, as far as it has digits.
  func put(fraction nanoseconds: UInt64) {
    guard nanoseconds > 0 else { return }
    var digits = String(nanoseconds).paddedLeft(to: 9, with: "0")
    while digits.last == "0" { digits.removeLast() }
    put(UInt8(ascii: "."))
    put(digits)
  }
}

extension String {
  /// The text with a character before it, as often as it takes.
  func paddedLeft(to width: Int, with character: Character) -> String {
    String(repeating: String(character), count: Swift.max(0, width - count)) + self
  }
}

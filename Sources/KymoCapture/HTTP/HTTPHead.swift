import KymoHTTP

/// The header of a message, and what is wrong with it.
struct HTTPHead {
  var fields: [HTTPField] = []
  /// The notes on what two readers may read differently.
  private(set) var notes: [CaptureNote] = []
  private var lengths = 0
  private var hasCoding = false
  private let isOld: Bool

  /// A header without fields; that it is old is that of a message of HTTP/1.0.
  init(isOld: Bool) { self.isOld = isOld }

  /// Adds a field with nothing wrong about its own line: one that does not say where the message ends, or the length
  /// as a plain number.
  mutating func add(_ field: HTTPField, isLength: Bool) {
    fields.append(field)
    guard isLength else { return }
    lengths += 1
    if lengths > 1 { add(.severalLengths) }
    if hasCoding { add(.lengthBesideCoding) }
  }

  /// Adds any other field.
  ///
  /// - Parameters:
  ///   - field: the field, without what libhtp takes off.
  ///   - isSound: whether its line is as it should be.
  ///   - isRepeated: whether there were several of its name, of which libhtp keeps one length.
  mutating func add(doubtful field: HTTPField, isSound: Bool, isRepeated: Bool) {
    fields.append(field)
    if !isSound { add(.lenient) }
    let count = field.name.utf8.count
    if count == 14, field.name.lowercased() == "content-length" {
      addLength(field.value, isSound: isSound, isRepeated: isRepeated)
    } else if count == 17, field.name.lowercased() == "transfer-encoding" {
      addCoding(field.value, isSound: isSound)
    } else if !isSound, Self.hidesFraming(field) {
      add(.badLength)
    }
  }

  /// Notes that its lines are not as they should be; libhtp joins those that go on, or parts them.
  mutating func addOddLines(mayFrame: Bool) {
    add(.lenient)
    if mayFrame && (lengths > 0 || hasCoding) || fields.contains(where: Self.hidesFraming) {
      add(.badLength)
    }
  }

  /// Notes something, once.
  mutating func add(_ note: CaptureNote) { if !notes.contains(note) { notes.append(note) } }

  /// Forgets what is wrong with the length of a body that there is not.
  mutating func forgetFraming() { notes.removeAll { $0.isFraming } }

  private mutating func addLength(_ value: String, isSound: Bool, isRepeated: Bool) {
    lengths += isRepeated ? 2 : 1
    if lengths > 1 { add(.severalLengths) }
    if hasCoding { add(.lengthBesideCoding) }
    let digits = value.utf8.prefix { (0x30...0x39).contains($0) }.count
    if digits > 0, digits == value.utf8.count, isSound, Int64(value) != nil { return }
    // A list of numbers is what a reader may make of several fields.
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    let isList =
      isSound && parts.count > 1
      && parts.allSatisfy { part in
        let number = part.utf8.drop { $0 == 0x20 }
        return !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
      }
    add(isList ? .severalLengths : .badLength)
  }

  private mutating func addCoding(_ value: String, isSound: Bool) {
    if lengths > 0 { add(.lengthBesideCoding) }
    let codings = value.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
      $0.drop { $0 == " " }
    }
    if hasCoding || isOld || !isSound || codings.last != "chunked"
      || codings.dropLast().contains("chunked")
    {
      add(.badCoding)
    }
    hasCoding = true
  }

  /// Whether what a field's line hides may be another field, of which the end of the message depends.
  private static func hidesFraming(_ field: HTTPField) -> Bool {
    let text = "\(field.name):\(field.value)".lowercased()
    guard text.utf8.count > 14 else { return false }
    return text.contains("content-length") && field.name.lowercased() != "content-length"
      || text.contains("transfer-encoding") && field.name.lowercased() != "transfer-encoding"
  }
}

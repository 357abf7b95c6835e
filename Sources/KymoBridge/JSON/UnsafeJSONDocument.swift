import CSimdJSON
import Glibc
import Synchronization

/// A JSON text, parsed into memory that is allocated once and used again and again.
///
/// The text is copied into the document, and ``JSONValue`` names places in it. Nothing is allocated by a
/// parse, whatever the text. Use it from one thread.
///
///     var document = JSONDocument()
///     try document.parse("[\"play\", -1]")
///     document.integer(of: document.element(1, of: document.root)!)  // -1
///
/// SAFETY: `source` has room for the longest text, a bracket before and behind it, and the padding that
/// simdjson reads behind a text; it and the reader live from `init` to `deinit`. `tape`, `strings` and
/// `structurals` point into the reader's memory, which never moves, and are read only at positions of values of
/// the last parse: a value carries the generation of its parse, which is compared on every use, and only
/// cursors over the tape make values. The tape is well formed because simdjson wrote it.
@safe public struct JSONDocument: ~Copyable {
  enum State {
    case empty
    case json
    /// The whole source is one string, as it is.
    case text
  }

  let source: UnsafeMutablePointer<UInt8>
  let reader: OpaquePointer
  // Where the reader leaves what it found.
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  let structurals: UnsafePointer<UInt32>
  var length = 0
  var state = State.empty
  /// 1 if the text was parsed within brackets, as a number at the top is.
  var bracket = 0
  @usableFromInline var generation: UInt32 = 0
  /// Of the last look at raw text a position on the tape, above, and the structural it came from, below.
  ///
  /// A look only borrows the document. And as an atomic has a place of its own, a borrowed document is passed
  /// by its address; copies of all its fields were a tenth of the time of a call.
  let memo = Atomic<UInt64>(1 << 32)
  var syntax: JSONSyntax
  /// The limits of the document.
  public let limits: BridgeLimits

  /// Sets the memory for texts within `limits` aside, about 15 bytes for each byte of text; the system hands
  /// it out when it is first used.
  public init(limits: BridgeLimits = BridgeLimits()) {
    self.limits = limits
    // A bracket fits in front and behind.
    let room = limits.messageBytes + SIMDJSON_TEXT_PADDING + 2
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    unsafe (memory + limits.messageBytes).initialize(
      repeating: 0,
      count: SIMDJSON_TEXT_PADDING + 2
    )
    unsafe source = memory + 1
    var result = unsafe simdjson_result()
    guard
      let reader = unsafe simdjson_reader_create(limits.messageBytes + 2, limits.depth, &result),
      let tape = unsafe result.tape, let strings = unsafe result.strings,
      let structurals = unsafe result.structurals
    else {
      preconditionFailure("there is no memory for a text of \(limits.messageBytes) bytes")
    }
    unsafe self.reader = reader
    unsafe self.tape = tape
    unsafe self.strings = strings
    unsafe self.structurals = structurals
    syntax = JSONSyntax(maximumDepth: limits.depth)
  }

  deinit {
    unsafe simdjson_reader_destroy(reader)
    unsafe (source - 1).deallocate()
  }

  /// Parses a JSON text: a container or a scalar.
  ///
  /// - Throws: what is wrong and where; the document is then empty.
  /// - Complexity: O(bytes), without allocation.
  public mutating func parse(_ text: RawSpan) throws(JSONError) {
    try copy(text)
    try parseSource()
  }

  /// Parses a JSON text.
  ///
  /// - Throws: what is wrong and where; the document is then empty.
  public mutating func parse(_ text: String) throws(JSONError) {
    try parse(unsafe text.utf8.span.bytes)
  }

  /// Takes `text` as one string, whatever it is.
  ///
  /// - Throws: ``JSONError/Kind/tooLong(limit:)`` or ``JSONError/Kind/invalidUTF8``.
  public mutating func take(_ text: RawSpan) throws(JSONError) {
    try copy(text)
    try checkSourceText()
    takeSource()
  }

  /// Holds nothing from here on.
  public mutating func reset() {
    generation &+= 1
    state = .empty
    length = 0
  }

  /// The outermost value.
  ///
  /// - Precondition: a text was parsed or taken without an error.
  public var root: JSONValue {
    precondition(state != .empty, "the document is empty")
    return JSONValue(position: state == .json ? UInt32(1 + bracket) : 0, generation: generation)
  }

  // MARK: The source

  private mutating func copy(_ text: RawSpan) throws(JSONError) {
    reset()
    guard text.byteCount <= limits.messageBytes else {
      throw JSONError(.tooLong(limit: limits.messageBytes), at: limits.messageBytes)
    }
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(source).copyMemory(from: start, byteCount: bytes.count)
    }
    length = text.byteCount
  }

  /// Parses the first `length` bytes of the source.
  mutating func parseSource() throws(JSONError) {
    generation &+= 1
    state = .empty
    memo.store(1 << 32, ordering: .relaxed)
    // simdjson lets the second half of a pair pass alone, which only an escape can bring.
    if runReader(), !hasLoneSurrogate {
      state = .json
      return
    }
    let text = unsafe RawSpan(
      _unsafeBytes: UnsafeRawBufferPointer(start: source, count: length)
    )
    throw syntax.firstError(in: text) ?? JSONError(.refused, at: 0)
  }

  /// Whether simdjson takes the source.
  ///
  /// It allocates a copy of a text that is just a number, but not of one that is a list of one.
  private mutating func runReader() -> Bool {
    bracket = startsWithNumber ? 1 : 0
    guard bracket == 1 else {
      return unsafe simdjson_reader_parse(reader, source, length)
    }
    unsafe source[-1] = UInt8(ascii: "[")
    unsafe source[length] = UInt8(ascii: "]")
    guard unsafe simdjson_reader_parse(reader, source - 1, length + 2) else {
      return false
    }
    return word(1) >> 32 & 0xFF_FFFF == 1
  }

  private var startsWithNumber: Bool {
    for index in 0..<length {
      switch unsafe source[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return true
      default: return false
      }
    }
    return false
  }

  /// Makes the first `length` bytes of the source, which must be UTF-8, the one value.
  mutating func takeSource() {
    generation &+= 1
    state = .text
  }

  /// Throws unless the source is UTF-8.
  mutating func checkSourceText() throws(JSONError) {
    if unsafe simdjson_is_utf8(source, length) { return }
    let text = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: source, count: length))
    throw JSONError(.invalidUTF8, at: text.withBytes { UTF8Sequence.firstError(in: $0) } ?? 0)
  }

  /// Whether an escape stands for half of a pair without the other half.
  private var hasLoneSurrogate: Bool {
    let bytes = unsafe UnsafeRawBufferPointer(start: source, count: length)
    guard unsafe memchr(source, 0x5C, length) != nil else { return false }
    return unsafe JSONSyntax.hasLoneSurrogate(Span(_unsafeBytes: bytes))
  }

  // MARK: The tape

  @inline(__always)
  func check(_ value: JSONValue) {
    precondition(
      value.generation == generation && state != .empty,
      "the value is of an earlier parse"
    )
  }

  @inline(__always)
  func word(_ position: UInt32) -> UInt64 { unsafe tape[Int(position)] }

  /// Returns the letter of what a word of the tape begins or ends.
  @inline(__always)
  static func type(of word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> 56) }

  /// Lets `body` read the UTF-8 of the string that a word of the tape stands for.
  @inline(__always)
  func withText<Result>(_ word: UInt64, _ body: (RawSpan) -> Result) -> Result {
    body(unsafe RawSpan(_unsafeBytes: string(word)))
  }

  @inline(__always)
  private func string(_ word: UInt64) -> UnsafeRawBufferPointer {
    let start = unsafe UnsafeRawPointer(strings + Int(word & 0x00FF_FFFF_FFFF_FFFF))
    let count = unsafe start.loadUnaligned(as: UInt32.self)
    return unsafe UnsafeRawBufferPointer(start: start + 4, count: Int(count))
  }

  /// The position behind a value and everything in it.
  @inline(__always)
  func position(after value: JSONValue) -> UInt32 {
    check(value)
    if state == .text { return 1 }
    let word = word(value.position)
    switch Self.type(of: word) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return UInt32(truncatingIfNeeded: word)
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): return value.position + 2
    default: return value.position + 1
    }
  }

  /// Lets `body` read a string's UTF-8; nil if the value is no string.
  public func withText<Result, Failure: Error>(
    of value: JSONValue,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let bytes = unsafe text(of: value) else { return nil }
    return try body(unsafe RawSpan(_unsafeBytes: bytes))
  }

  func text(of value: JSONValue) -> UnsafeRawBufferPointer? {
    check(value)
    if state == .text { return unsafe UnsafeRawBufferPointer(start: source, count: length) }
    let word = word(value.position)
    return unsafe Self.type(of: word) == UInt8(ascii: "\"") ? string(word) : nil
  }

  /// Lets `body` read the whole text that was parsed or taken.
  public func withSource<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: source, count: length)))
  }

  /// Lets `body` read the text of a value exactly as it was written.
  ///
  /// - Complexity: O(values between this one and the last one asked for); looking in order costs O(1) each.
  public func withRawText<Result, Failure: Error>(
    of value: JSONValue,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = rawRange(of: value)
    return try body(
      unsafe RawSpan(
        _unsafeBytes: UnsafeRawBufferPointer(start: source + range.lowerBound, count: range.count)
      )
    )
  }

  /// Where the text of a value begins, in bytes from the start of what was parsed.
  ///
  /// - Complexity: O(values before it), O(1) for one behind the last that was asked for.
  package func offset(of value: JSONValue) -> Int { rawRange(of: value).lowerBound }

  /// Where the text of a value stands in the source.
  private func rawRange(of value: JSONValue) -> Range<Int> {
    check(value)
    if state == .text { return 0..<length }
    let position = Int(value.position)
    let start = unsafe Int(structurals[structural(of: position)]) - bracket
    let last: Int
    switch unsafe source[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let closing = Int(UInt32(truncatingIfNeeded: word(value.position))) - 1
      last = unsafe Int(structurals[structural(of: closing)]) - bracket
    case UInt8(ascii: "\""):
      var index = start + 1
      while unsafe source[index] != UInt8(ascii: "\"") {
        index += unsafe source[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      last = index
    default:
      var index = start
      while index + 1 < length, unsafe !Self.endsScalar(source[index + 1]) { index += 1 }
      last = index
    }
    return start..<last + 1
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Which structural a word of the tape came from: they go in step but for commas and colons.
  private func structural(of position: Int) -> Int {
    let seen = memo.load(ordering: .relaxed)
    var (tape, index) = (Int(seen >> 32), Int(truncatingIfNeeded: seen & 0xFFFF_FFFF))
    if position < tape { (tape, index) = (1, 0) }
    while tape < position {
      switch Self.type(of: word(UInt32(tape))) {
      case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"): tape += 2
      default: tape += 1
      }
      repeat {
        index += 1
      } while unsafe Self.isSeparator(
        source[Int(structurals[index]) - bracket]
      )
    }
    memo.store(UInt64(tape) << 32 | UInt64(index), ordering: .relaxed)
    return index
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }
}

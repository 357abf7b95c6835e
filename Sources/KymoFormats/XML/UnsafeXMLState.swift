import CExpat

/// What the handlers of a document's parser remember.
///
/// SAFETY: all pointers belong to expat, or to the one who calls `XML_Parse`, and are valid for the call in which they
/// are used: see ``UnsafeXMLParser``. A place in the chunk is compared with its length before it is read.
@safe struct UnsafeXMLState {
  /// The bytes that are being read; empty between two calls.
  var chunk = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// How many bytes of the document lie before the chunk, and between two calls those that were read.
  private(set) var base = 0
  /// Why a handler has stopped the parser.
  private(set) var stopped: XMLProblem.Kind?

  private let parser: XML_Parser
  private let keys: [(low: UInt64, high: UInt64)]
  private let uses: [XMLWord.Use]
  private var block = XMLBlock()
  /// The elements that have begun, by their words.
  private var open: [UInt8] = []
  private var isCollecting = false
  private var isLong = false
  private var textStart = 0
  /// The beginning of a text of the chunk before.
  private var carried: [UInt8] = []
  private var lines = (count: 1, place: 0, pending: 0)

  init(_ parser: XML_Parser, _ words: [XMLWord]) {
    unsafe self.parser = unsafe parser
    keys = words.map { word in unsafe Self.key(word.name.utf8Start, word.name.utf8CodeUnitCount) }
    uses = words.map(\.use)
  }

  /// Whether an encoding has one byte for each character, and ASCII in its first half.
  static func isSingleByte(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["windows-125", "cp125", "iso-8859-", "koi8-", "macintosh", "latin"].contains {
      name.hasPrefix($0)
    }
  }

  private static func key(
    _ name: UnsafePointer<UInt8>,
    _ count: Int
  ) -> (low: UInt64, high: UInt64) {
    var key = (low: UInt64(0), high: UInt64(0))
    for place in 0..<min(16, count) {
      let byte = unsafe UInt64(name[place])
      if place < 8 { key.low |= byte << UInt64(8 * place) }
      if place >= 8 { key.high |= byte << UInt64(8 * (place - 8)) }
    }
    // A longer name is none that is looked for, but by its first bytes.
    if count > 16 { key.high ^= UInt64(count) << 57 }
    return key
  }

  /// The word of a name, without its prefix, and where in it and how long that is.
  private func word(_ name: UnsafePointer<CChar>) -> (word: UInt8, start: Int, count: Int) {
    var (low, high, count, start, place) = (UInt64(0), UInt64(0), 0, 0, 0)
    while true {
      let byte = unsafe UInt8(bitPattern: name[place])
      if byte == 0 { break }
      place += 1
      if byte == UInt8(ascii: ":") {
        (low, high, count, start) = (0, 0, 0, place)
        continue
      }
      if count < 8 {
        low |= UInt64(byte) << UInt64(8 * count)
      } else if count < 16 {
        high |= UInt64(byte) << UInt64(8 * (count - 8))
      }
      count += 1
    }
    if count > 16 { high ^= UInt64(count) << 57 }
    for index in keys.indices where keys[index].low == low && keys[index].high == high {
      return (UInt8(index), start, count)
    }
    return (XMLToken.unknown, start, count)
  }

  /// Takes the memory of a block, in which the next pieces go.
  mutating func start(_ other: inout XMLBlock) {
    swap(&block, &other)
    block.tokens.removeAll(keepingCapacity: true)
    block.bytes.removeAll(keepingCapacity: true)
    block.bytes += carried
    textStart = 0
    carried.removeAll(keepingCapacity: true)
  }

  /// Gives back the block with what was found.
  mutating func finish(_ other: inout XMLBlock) {
    if isCollecting {
      if isLong {
        tellText()
      } else {
        carried += block.bytes[textStart...]
      }
    }
    swap(&block, &other)
  }

  private mutating func tellText() {
    guard block.bytes.count > textStart, let word = open.last else { return }
    add(.text, word, from: textStart)
    textStart = block.bytes.count
  }

  private mutating func add(_ kind: XMLToken.Kind, _ word: UInt8, from start: Int, line: Int = 0) {
    block.tokens.append(
      XMLToken(
        kind: kind,
        word: word,
        line: Int32(clamping: line),
        start: Int32(start),
        end: Int32(block.bytes.count)
      )
    )
  }

  mutating func begin(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name = unsafe name else { return }
    if isCollecting, isLong { tellText() }
    isCollecting = false
    guard open.count < UnsafeXMLParser.deepest else { return stop(.tooDeep) }
    let (word, start, count) = unsafe word(name)
    open.append(word)
    let place = block.bytes.count
    guard word != XMLToken.unknown else {
      for index in start..<start + min(count, 64) {
        unsafe block.bytes.append(UInt8(bitPattern: name[index]))
      }
      return add(.begin, word, from: place)
    }
    switch uses[Int(word)] {
    case .mark: add(.begin, word, from: place)
    case .text, .placedText, .longText:
      add(.begin, word, from: place, line: uses[Int(word)] == .text ? 0 : currentLine())
      isLong = uses[Int(word)] == .longText
      isCollecting = true
      textStart = place
    case .attributes:
      add(.begin, word, from: place, line: currentLine())
      guard let attributes = unsafe attributes else { return }
      var index = 0
      while let name = unsafe attributes[index], let value = unsafe attributes[index + 1] {
        index += 2
        let (word, _, _) = unsafe self.word(name)
        guard word != XMLToken.unknown else { continue }
        let place = block.bytes.count
        var cursor = 0
        while cursor < UnsafeXMLParser.textBytes {
          let byte = unsafe UInt8(bitPattern: value[cursor])
          if byte == 0 { break }
          block.bytes.append(byte)
          cursor += 1
        }
        add(.attribute, word, from: place)
      }
    }
  }

  mutating func end() {
    guard let word = open.popLast() else { return }
    let start = isCollecting ? textStart : block.bytes.count
    add(.end, word, from: start)
    isCollecting = false
  }

  mutating func append(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    guard isCollecting, let text = unsafe text else { return }
    guard isLong || block.bytes.count - textStart + Int(count) <= UnsafeXMLParser.textBytes else {
      return
    }
    for place in 0..<Int(count) { unsafe block.bytes.append(UInt8(bitPattern: text[place])) }
  }

  mutating func stop(_ reason: XMLProblem.Kind) {
    stopped = stopped ?? reason
    unsafe XML_StopParser(parser, 0)
  }

  /// The line of what is being told, without the parser's own count, which looks at every byte once more.
  private mutating func currentLine() -> Int {
    let place = Int(unsafe XML_GetCurrentByteIndex(parser))
    if place >= base {
      lines.count += lines.pending
      lines.pending = 0
      count(to: place)
    }
    return lines.count
  }

  private mutating func count(to place: Int) {
    let start = max(lines.place, base) - base
    let end = min(place - base, unsafe chunk.count)
    guard start < end else { return }
    var count = 0
    for index in start..<end where unsafe chunk[index] == UInt8(ascii: "\n") { count += 1 }
    lines.count += count
    lines.place = base + end
  }

  /// Counts the lines to the end of the chunk, those behind the last `<` apart: a tag that is not yet complete begins
  /// before them.
  mutating func endChunk() {
    let last = unsafe chunk.lastIndex(of: UInt8(ascii: "<")) ?? 0
    let length = unsafe chunk.count
    if base + last >= lines.place {
      lines.count += lines.pending
      lines.pending = 0
      count(to: base + last)
    }
    var count = 0
    let start = min(length, max(last, lines.place - base))
    for index in start..<length where unsafe chunk[index] == UInt8(ascii: "\n") { count += 1 }
    lines.pending += count
    base += length
    lines.place = base
    unsafe self.chunk = UnsafeRawBufferPointer(start: nil, count: 0)
  }
}

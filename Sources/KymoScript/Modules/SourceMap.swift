import KymoBridge

/// The places of a script that was made from others, in those others: a source map of version 3.
struct SourceMap {
  /// A place in the script from which on a place of a source counts, both from 0; no source if none does.
  struct Segment: Equatable {
    var column: Int32
    var source: Int32
    var sourceLine: Int32
    var sourceColumn: Int32
  }

  /// The names of the sources.
  private(set) var sources: [String] = []
  private var segments: [Segment] = []
  /// Where the segments of each line begin.
  private var lines: [Int] = [0]

  /// The largest map that is read, in bytes.
  static let maximumBytes = 64 << 20

  /// Reads a map.
  ///
  /// - Returns: nil if it is none, or one with sections.
  /// - Complexity: O(bytes).
  init?(_ json: String) {
    // What is put before a map so that no page takes it for a script.
    let text = json.hasPrefix(")]}") ? String(json.drop { $0 != "\n" }) : json
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: max(text.utf8.count, 1)))
    do throws(JSONError) { try document.parse(text) } catch { return nil }
    let root = document.root
    guard let mappings = document.member("mappings", of: root).flatMap({ document.string(of: $0) }),
      let list = document.member("sources", of: root)
    else { return nil }
    var folder = document.member("sourceRoot", of: root).flatMap { document.string(of: $0) } ?? ""
    if !folder.isEmpty, !folder.hasSuffix("/") { folder += "/" }
    var cursor = document.cursor(over: list)
    while let source = cursor.next(in: document) {
      sources.append(folder + (document.string(of: source) ?? ""))
    }
    guard read(Array(mappings.utf8)) else { return nil }
  }

  /// Reads the mappings: lines end with ";", segments with ",", and each has one, four or five numbers, of which all but
  /// the column count from the last segment, whatever its line.
  private mutating func read(_ text: [UInt8]) -> Bool {
    var (column, source, sourceLine, sourceColumn) = (0, 0, 0, 0)
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: ";") {
        lines.append(segments.count)
        column = 0
        index += 1
        continue
      }
      if text[index] == UInt8(ascii: ",") {
        index += 1
        continue
      }
      var numbers: [5 of Int] = [0, 0, 0, 0, 0]
      var count = 0
      while index < text.count, count < 5, let number = Self.number(in: text, at: &index) {
        numbers[count] = number
        count += 1
      }
      let isOver =
        index == text.count || text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: ";")
      guard isOver, count == 1 || count >= 4 else { return false }
      column += numbers[0]
      var segment = Segment(
        column: Int32(clamping: column),
        source: -1,
        sourceLine: 0,
        sourceColumn: 0
      )
      if count >= 4 {
        source += numbers[1]
        sourceLine += numbers[2]
        sourceColumn += numbers[3]
        guard sources.indices.contains(source), sourceLine >= 0, sourceColumn >= 0 else {
          return false
        }
        segment.source = Int32(clamping: source)
        segment.sourceLine = Int32(clamping: sourceLine)
        segment.sourceColumn = Int32(clamping: sourceColumn)
      }
      segments.append(segment)
    }
    return true
  }

  /// Reads one number: digits of base 64, the lowest first, of which the sixth bit says that another follows; the lowest
  /// bit of all is the sign.
  ///
  /// - Returns: nil if there is none, or one of more than 32 bits.
  static func number(in text: [UInt8], at index: inout Int) -> Int? {
    var (value, shift) = (0, 0)
    while index < text.count {
      let digit: Int
      switch text[index] {
      case 0x41...0x5A: digit = Int(text[index]) - 0x41
      case 0x61...0x7A: digit = Int(text[index]) - 0x61 + 26
      case 0x30...0x39: digit = Int(text[index]) - 0x30 + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      default: return nil
      }
      index += 1
      guard shift <= 30 else { return nil }
      value |= (digit & 31) << shift
      if digit & 32 == 0 { return value & 1 == 1 ? -(value >> 1) : value >> 1 }
      shift += 5
    }
    return nil
  }

  /// The place in a source that a place in the script comes from.
  ///
  /// - Parameters:
  ///   - line: from 1.
  ///   - column: from 1; 0 for the beginning of the line.
  /// - Returns: nil if it comes from none.
  /// - Complexity: O(log n) of the line's segments.
  func place(line: Int, column: Int) -> ScriptPlace? {
    guard line >= 1, line <= lines.count else { return nil }
    let end = line < lines.count ? lines[line] : segments.count
    var (low, high) = (lines[line - 1], end)
    guard low < high else { return nil }
    let first = low
    while low < high {
      let middle = (low + high) / 2
      if Int(segments[middle].column) <= max(0, column - 1) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    // What stands before the first segment of a line is taken for its beginning.
    let segment = segments[max(first, low - 1)]
    guard segment.source >= 0 else { return nil }
    return ScriptPlace(
      source: sources[Int(segment.source)],
      line: Int(segment.sourceLine) + 1,
      column: Int(segment.sourceColumn) + 1
    )
  }
}

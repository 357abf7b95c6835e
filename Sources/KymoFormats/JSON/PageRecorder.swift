/// Tells what the recorder of a page has written: lines of a kind, `k`, behind a header with `kymo`.
package enum PageRecorder {
  /// Whether a text begins with the header.
  package static func isHead(_ head: [UInt8]) -> Bool {
    let start = head.firstIndex { $0 > UInt8(ascii: " ") && $0 < 0x80 } ?? head.endIndex
    return head[start...].starts(with: #"{"kymo":"recorder""#.utf8)
  }

  /// Whether a line is of a kind, without reading all of it: the recorder writes the kind as the third member.
  package static func isLine(_ line: ArraySlice<UInt8>, of kinds: [String]) -> Bool {
    let head = String(decoding: line.prefix(100), as: UTF8.self)
    return kinds.contains { head.contains(#""k":"\#($0)""#) }
  }
}

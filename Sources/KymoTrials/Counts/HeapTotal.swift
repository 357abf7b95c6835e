/// The sum that `valgrind --tool=dhat` writes at the end.
struct HeapTotal: Equatable {
  /// How much memory was asked for, in bytes.
  var bytes: Int64
  /// In how many blocks.
  var blocks: Int64

  /// Finds `==12== Total:     123,558 bytes in 528 blocks`; nil if there is no such line.
  init?(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 7, words[1] == "Total:", words[3] == "bytes", words[6] == "blocks",
        let bytes = Self.number(words[2]), let blocks = Self.number(words[5])
      else { continue }
      self.bytes = bytes
      self.blocks = blocks
      return
    }
    return nil
  }

  private static func number(_ text: Substring) -> Int64? { Int64(text.filter { $0 != "," }) }
}

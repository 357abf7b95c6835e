import Foundation

/// Writes a file in pieces of a MiB, until it has so many bytes.
///
/// - Parameters:
///   - path: the file.
///   - head: what it begins with.
///   - tail: what it ends with.
///   - bytes: how many bytes there are at least.
///   - append: appends the next part.
/// - Returns: how many bytes it has, and how many parts.
/// - Throws: that it cannot be written.
func writeFile(
  _ path: String,
  head: String = "",
  tail: String = "",
  atLeast bytes: Int,
  _ append: (inout [UInt8]) -> Void
) throws -> (size: Int, parts: Int) {
  _ = FileManager.default.createFile(atPath: path, contents: nil)
  guard let file = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileWriteUnknown) }
  var (text, size, parts) = (Array(head.utf8), 0, 0)
  while size + text.count < bytes {
    append(&text)
    parts += 1
    guard text.count > 1 << 20 else { continue }
    size += text.count
    try file.write(contentsOf: Data(text))
    text = []
  }
  text += tail.utf8
  try file.write(contentsOf: Data(text))
  try file.close()
  return (size + text.count, parts)
}

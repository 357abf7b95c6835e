/// A name that many rows have, such as that of a command: SQLite reads it where it lies.
///
/// SAFETY: the memory is written once, before anybody has the name, and never freed, since a result may be read as long
/// as its statement lives. There are as many names as a recording has channels and commands.
@safe final class UnsafeName: Sendable {
  nonisolated(unsafe) let bytes: UnsafeBufferPointer<CChar>
  /// The name as a string.
  let text: String

  init(_ text: String) {
    self.text = text
    let utf8 = Array(text.utf8)
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: utf8.count + 1)
    for (place, byte) in utf8.enumerated() { unsafe memory[place] = CChar(bitPattern: byte) }
    unsafe memory[utf8.count] = 0
    unsafe bytes = UnsafeBufferPointer(rebasing: memory[0..<utf8.count])
  }
}

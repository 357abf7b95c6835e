/// A page that may call: the folder of its URL, and the call's own URL, which is `call` in that folder.
struct CallBase: Equatable, Sendable {
  /// The bytes up to and with `call`.
  let bytes: [UInt8]
  /// How many of them are scheme and host, in which case does not matter.
  let originLength: Int

  init(_ base: String) {
    var text = base
    if !text.isEmpty, !text.hasSuffix("/") { text += "/" }
    bytes = Array((text + "call").utf8)
    var index = 0
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    {
      index = colon + 3
      while index < bytes.count, bytes[index] != UInt8(ascii: "/") { index += 1 }
    }
    originLength = index
  }
}

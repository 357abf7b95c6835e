/// Where a call begins in an address.
enum CallText {
  /// The call in an address, also one with scheme and host, or with a slash; nil if it is none.
  static func call(inAddress address: String) -> Substring? {
    if address.hasPrefix("call?") { return address[...] }
    let start =
      address.contains("://")
      ? address.firstRange(of: "/call?")?.lowerBound : address.startIndex
    guard let start, address[start...].hasPrefix("/call?") else { return nil }
    return address[start...].dropFirst()
  }
}

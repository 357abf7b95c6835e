// SAFETY: the index gets the address and count of bytes that are held while it looks.
extension CommandNames {
  /// The id of a command given as UTF-8, or ``CommandID/unknown``; allocates nothing.
  ///
  /// - Complexity: O(length of the name); one probe.
  public func id(of name: RawSpan) -> CommandID {
    unsafe name.withUnsafeBytes { CommandID(rawValue: unsafe index.id(of: $0)) }
  }

  /// The id of a command, or ``CommandID/unknown``.
  public func id(of name: String) -> CommandID {
    var name = name
    return name.withUTF8 { CommandID(rawValue: unsafe index.id(of: UnsafeRawBufferPointer($0))) }
  }
}

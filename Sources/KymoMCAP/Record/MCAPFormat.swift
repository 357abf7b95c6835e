/// Numbers of the MCAP file format that readers and writers share.
public enum MCAPFormat {
  /// The eight bytes at both ends of every file.
  public static let magic: [UInt8] = [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A]
  /// Bytes of opcode and length before the content of every record.
  public static let prefixBytes = 9
  /// Bytes of a message record before its data, the prefix included.
  public static let messageOverheadBytes = 31
  /// Bytes of a message record's content before its data.
  public static let messageHeaderBytes = 22
  /// Bytes of a footer's content.
  public static let footerContentBytes = 20
  /// Bytes from the footer's opcode to the end of the file.
  public static let tailBytes = 37
  /// The opcode of records that hide space in a file that is being written; the format leaves it to applications.
  public static let gapOpcode: UInt8 = 0xE7
}

public import KymoMCAP

/// Where the files of an export go.
public protocol ExportTarget: AnyObject {
  /// Opens a file, once.
  ///
  /// - Parameter name: its name in the folder; empty if the export is one file.
  /// - Returns: the file.
  /// - Throws: `system` if it cannot be written.
  func open(_ name: String) throws(MCAPError) -> any MCAPByteSink
}

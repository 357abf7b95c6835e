import KymoCommandLine
import KymoFormats
import KymoTrials

/// The shape of an export's output.
enum ExportShape {
  /// One file, or a pipe.
  case file
  /// A folder of files.
  case folder
  /// A zip archive of files.
  case archive

  /// The shape that a form has under a name.
  ///
  /// - Throws: a usage error if the form has none such.
  init(_ format: ExportFormat, _ output: String) throws(CommandFailure) {
    if output.lowercased().hasSuffix(".zip") {
      guard format.makesFolder else {
        throw .usage(
          "\(output): \(format.rawValue) is one file, and none of an archive; name it otherwise, or choose one of "
            + "\(ExportFormat.allCases.filter(\.makesFolder).map(\.rawValue).joined(separator: ", "))"
        )
      }
      self = .archive
    } else if output.hasSuffix("/") || UnsafeFolder.isFolder(output) || format.needsFolder {
      guard format.makesFolder else {
        throw .usage("\(output): \(format.rawValue) is one file; name one")
      }
      guard output != "-" else {
        throw .usage("\(format.rawValue) is several files; name a folder or a .zip")
      }
      self = .folder
    } else {
      self = .file
    }
  }
}

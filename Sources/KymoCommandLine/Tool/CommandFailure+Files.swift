import Glibc
package import KymoRecording
package import KymoMCAP
import KymoText

extension CommandFailure {
  /// A recording could not be read or written.
  package init(_ error: MCAPError, file: String) {
    let remedy: ToolText? =
      switch error.kind {
      // A file that begins like a recording and does not end like one was cut within its summary.
      case .truncated,
        .magic where error.offset > 0:
        "salvage it with: \(.tool) recover \(file.shellQuoted) -o OUT.mcap"
      case .magic: "\(.tool) reads .mcap recordings; phone exports go through \(.tool) import"
      case .checksum, .malformed, .index, .conflict:
        "what is whole can be salvaged: \(.tool) recover \(file.shellQuoted) -o OUT.mcap"
      case .system(ENOSPC), .system(EDQUOT): "free some space"
      case .system(ENOENT): "check the path"
      case .system(EACCES), .system(EPERM): "check the permissions"
      default: nil
      }
    self.init(file: file, error.message, remedy: remedy)
  }

  /// A session could not be played.
  package init(_ error: SessionError, file: String) {
    switch error {
    case .file(let error): self.init(error, file: file)
    case .content(let problem): self.init(file: file, problem)
    }
  }
}

import Foundation

/// Text for readers names no folder of the machine that it was written on.
enum DocumentCheck {
  /// The violations in `files`.
  static func violations(in files: [SourceFile]) -> [Violation] {
    // Folders in which people work; /tmp, /usr and /dev in general are everybody's.
    let folder = /(?:^|[\s`"'(=:,])(\/(?:work|tmp\/w|home|root|Users)\/[\w.\/-]*)/
    return files.flatMap { file in
      file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .flatMap { index, line in
          line.matches(of: folder).map {
            Violation(file.path, index + 1, "\($0.1) is a folder of one machine only")
          }
        }
    }
  }
}

/// Which of the results that are saved under one name is meant: those of what is measured.
package struct BaselineKey: Equatable {
  /// The kind of figures that a result has.
  package enum Kind: String {
    /// Times.
    case bench
    /// Counts.
    case counts
    /// Knees.
    case sweep
  }

  /// The name of the result, of letters, digits, dots, dashes and underscores.
  package let text: String

  /// The key of what is measured.
  ///
  /// It has no digest: that a recording has changed is to be said, and not that there is nothing.
  ///
  /// - Parameters:
  ///   - recording: the recording, as the user named it.
  ///   - app: the application, and its page if that takes part.
  ///   - mode: whose rules hold for the page's calls; nil without a page.
  ///   - kind: what a result says.
  package init(recording: String, app: String, mode: String?, kind: Kind) {
    var name = recording.split(separator: "/").suffix(2).joined(separator: "-")
    if name.hasSuffix(".mcap") { name.removeLast(5) }
    let parts = [name, app] + (mode.map { [$0] } ?? []) + [kind.rawValue]
    text = parts.map(Self.plain).joined(separator: ".")
  }

  /// The key of what is measured.
  package init(_ subject: BenchSubject, _ kind: Kind = .bench) {
    self.init(recording: subject.recording, app: subject.app, mode: subject.mode, kind: kind)
  }

  /// A text that is good as a part of the name of a file and of a reference of git.
  private static func plain(_ text: String) -> String {
    var result = ""
    for byte in text.utf8.prefix(80) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        result.append(Character(UnicodeScalar(byte)))
      default: result.append("-")
      }
    }
    return result.isEmpty ? "-" : result
  }
}

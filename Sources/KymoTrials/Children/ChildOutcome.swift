import KymoText

/// How a child process ended, and what it said.
package struct ChildOutcome {
  /// How it ended.
  package enum End: Equatable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// It was ended, as the user wished to stop.
    case interrupted
    /// It was ended, as it took too long.
    case outOfTime
    /// It was ended, as it wrote too much.
    case tooMuch
  }

  /// How it ended.
  package var end: End
  /// Its standard output.
  package var output: [UInt8]
  /// Its standard error; of much, the end.
  package var diagnostics: [UInt8]

  /// The output up to the first blank: of `sha256sum` the digest.
  var firstWord: String {
    String(decoding: output.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The last lines of standard error, or of standard output if there is nothing.
  package func lastLines(_ count: Int = 1) -> String {
    let bytes = diagnostics.contains { $0 > UInt8(ascii: " ") } ? diagnostics : output
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { String($0).printable }.filter { $0.contains { $0 != " " } }
    return lines.suffix(count).joined(separator: "\n")
  }

  /// How it ended, in words.
  package var ending: String {
    switch end {
    case .exited(let status): "exit \(status)"
    case .signalled(let number): "signal \(number)"
    case .interrupted: "interrupted"
    case .outOfTime: "out of time"
    case .tooMuch: "endless output"
    }
  }
}

import KymoCommandLine
import KymoRecording
import KymoText

extension GapPolicy {
  /// The policy that `--gap-policy` names; `keep` if it is not given.
  ///
  /// - Throws: a failure of usage for any other text.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let text = arguments.textIfGiven("gap-policy") else {
      self = .keep
      return
    }
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let limit = parts.count == 2 ? DurationText.nanoseconds(parts[1]) : nil
    switch (parts.first, limit) {
    case ("keep", nil) where parts.count == 1: self = .keep
    case ("cap", let limit?) where limit > 0: self = .cap(limit)
    case ("split", let limit?) where limit > 0: self = .split(limit)
    default:
      throw .usage(
        "--gap-policy wants keep, cap=30s or split=30s, with a duration above 0, not '\(text)'"
      )
    }
    if isSplit, arguments.text("output") == "-" {
      throw .usage("--gap-policy split writes several files, and -o - is one; name a file")
    }
  }
}

import KymoText

/// A locale whose numbers have a decimal comma, made for a run in a folder of its own.
package struct PerturbedLocale {
  /// Its name.
  package static let name = "kymograph_COMMA"
  /// Where a command line makes it that is shown.
  package static let shownFolder = "/tmp/kymograph-locale"

  /// The folder that has it.
  package let folder: String

  /// A command line that makes it in a folder: a definition of numbers alone, so that all else is that of C.
  ///
  /// `localedef` misses the other parts, says so, and makes the locale all the same.
  package static func making(in folder: String) -> String {
    let lines = ["LC_NUMERIC", "decimal_point \",\"", "thousands_sep \".\"", "grouping 3;3"]
    let words = (lines + ["END LC_NUMERIC"]).map(\.shellQuoted).joined(separator: " ")
    let (path, place) = (folder.shellQuoted, "\(folder)/\(name)".shellQuoted)
    return "mkdir -p \(path) && printf '%s\\n' \(words) >\(path)/source && "
      + "{ localedef -c -i \(path)/source -f ANSI_X3.4-1968 \(place) >/dev/null 2>&1; "
      + "test -f \(place)/LC_NUMERIC; }"
  }
}

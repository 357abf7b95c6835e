extension Console {
  /// Writes a line of a report about a file that is being written.
  ///
  /// If that file is standard output itself, the report goes to standard error.
  mutating func report(_ text: String, besides output: String) {
    if output == "-" { note(text) } else { print(text) }
  }

  /// Writes a report as JSON, likewise.
  mutating func report(_ json: JSONText, besides output: String) {
    report(json.text, besides: output)
  }
}

import KymoRecording

extension ImportError {
  /// Says in the words of the import what is wrong with the text of `file`.
  init(_ error: CSVError, file: String) {
    switch error {
    case .source(let error): self = error
    case .lineTooLong(let line, let limitBytes):
      self = .malformedRow(file: file, line: line, what: "longer than \(limitBytes) bytes")
    case .nulByte(let line):
      self = .malformedRow(
        file: file,
        line: line,
        what: "a NUL byte: not CSV text in UTF-8 (unzip an archive, save UTF-16 as UTF-8)"
      )
    case .unclosedQuote(let line):
      self = .malformedRow(file: file, line: line, what: "a quote that is never closed")
    }
  }
}

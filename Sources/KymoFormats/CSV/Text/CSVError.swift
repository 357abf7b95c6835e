import KymoRecording

/// Why a CSV file cannot be read on, and at which line.
enum CSVError: Error, Equatable {
  /// The file cannot be read on.
  case source(ImportError)
  /// A line is longer than the limit; usually the file is no CSV at all.
  case lineTooLong(line: Int, limitBytes: Int)
  /// A line contains a NUL byte: UTF-16 text, a binary file, or a crash while writing.
  case nulByte(line: Int)
  /// The file ends within quotes that were opened in this line.
  case unclosedQuote(line: Int)
}

import Glibc

/// Why a stream could not be written.
package enum OutputFailure: Equatable, Sendable {
  /// The reader went away; not an error to complain about.
  case closedPipe
  /// Anything else, with the code of the C library.
  case system(Int32)

  /// Sorts an error code of `write`.
  package init(code: Int32) {
    self = code == EPIPE ? .closedPipe : .system(code)
  }

  /// The failure in words.
  package var text: String {
    switch self {
    case .closedPipe: "the reader has closed the pipe"
    case .system(let code): UnsafeTerminal.message(for: code)
    }
  }
}

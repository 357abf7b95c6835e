import CArguments

/// The words that the program was started with, as `main` gets them.
///
/// `CommandLine.arguments` has them from `/proc/self/cmdline`, and none where nobody has mounted that.
///
/// SAFETY: the words belong to the process and live as long as it does; each ends with a zero, and is copied.
package enum ProgramArguments {
  /// All of them; the first is the name under which the program was started.
  ///
  /// Bytes that are not UTF-8 become replacement characters.
  package static var all: [String] {
    (0..<kymo_argument_count()).compactMap { place in
      guard let word = unsafe kymo_argument(place) else { return nil }
      return unsafe String(cString: word)
    }
  }
}

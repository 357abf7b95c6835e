/// What memory safety cannot see stays in files named `Unsafe…`, each of which says why it holds.
enum UnsafeCheck {
  /// The violations in `files`.
  static func violations(in files: [SourceFile]) -> [Violation] {
    files.flatMap { file in
      guard !file.name.hasPrefix("Unsafe") else {
        return file.text.contains("SAFETY:")
          ? [] : [Violation(file.path, 0, "says nowhere why it is safe (SAFETY: …)")]
      }
      return file.code.words.filter { isUnsafe($0.word) }.map {
        Violation(file.path, $0.line, "'\($0.word)' belongs in a file named Unsafe….swift")
      }
    }
  }

  /// Whether a word of code gives up a guarantee.
  ///
  /// A type of our own, such as `UnsafeSlots`, is no such word: the compiler demands `unsafe`
  /// wherever its use is not safe.
  static func isUnsafe(_ word: String) -> Bool {
    let exact: Set<String> = [
      "unsafe", "unchecked", "unsafeBitCast", "unsafeDowncast", "unsafelyUnwrapped",
      "OpaquePointer", "Unmanaged",
    ]
    return exact.contains(word) || word.hasPrefix("withUnsafe")
      || (word.hasPrefix("Unsafe") && word.hasSuffix("Pointer"))
  }
}

import Glibc

/// The C library's reading of numbers, which others are held against.
///
/// SAFETY: the text is lent to the C library for the call only, with a zero behind it, and no pointer comes back.
enum UnsafeStrtod {
  /// The nearest value to a number in a text.
  static func value(_ text: String) -> Double { unsafe strtod(text, nil) }
}

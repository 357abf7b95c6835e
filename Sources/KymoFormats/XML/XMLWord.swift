/// The name of an element or an attribute that a format looks for, whatever prefix it has.
struct XMLWord {
  /// The use of an element of that name.
  enum Use {
    /// Its begin and its end are told.
    case mark
    /// Its attributes are told too, as far as they have names that are looked for, and its line.
    case attributes
    /// Its text is told at its end; it has no elements.
    case text
    /// Its text is told at its end, and its line at its begin; it has no elements.
    case placedText
    /// Its text may be of any length, and is told in pieces; its line at its begin.
    case longText
  }

  /// The name without a prefix; 1 to 16 bytes.
  let name: StaticString
  /// The use of such elements.
  let use: Use

  /// Names a word.
  init(_ name: StaticString, _ use: Use) {
    self.name = name
    self.use = use
  }
}

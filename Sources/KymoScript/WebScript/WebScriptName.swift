/// The names that scripts call methods of native objects by.
public enum WebScriptName {
  /// The name of a selector: ":" becomes "_", "_" becomes "$_", "$" becomes "$$".
  public static func mangle(_ selector: String) -> String {
    var name = ""
    for scalar in selector.unicodeScalars {
      switch scalar {
      case ":": name += "_"
      case "_": name += "$_"
      case "$": name += "$$"
      default: name.unicodeScalars.append(scalar)
      }
    }
    return name
  }

  /// The selector of a name: "$x" becomes "x", "_" becomes ":".
  ///
  /// - Returns: nil if the name ends within an escape.
  public static func demangle(_ name: String) -> String? {
    var selector = ""
    var isEscaped = false
    for scalar in name.unicodeScalars {
      if isEscaped {
        selector.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "$" {
        isEscaped = true
      } else {
        selector.unicodeScalars.append(scalar == "_" ? ":" : scalar)
      }
    }
    return isEscaped ? nil : selector
  }
}

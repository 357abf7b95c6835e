/// The names of tables and columns that come from a recording.
enum QueryNames {
  /// A word of SQL for a name: small letters, digits and `_`, not beginning with a digit.
  static func word(_ name: String) -> String {
    var word = ""
    for scalar in name.unicodeScalars.prefix(100) {
      switch scalar {
      case "a"..."z", "0"..."9", "_": word.unicodeScalars.append(scalar)
      case "A"..."Z": word += String(scalar).lowercased()
      default: if !word.isEmpty, word.last != "_" { word += "_" }
      }
    }
    while word.last == "_" { word.removeLast() }
    guard let first = word.first else { return "unnamed" }
    // SQLite keeps names that begin with its own.
    return first.isNumber || word.hasPrefix("sqlite_") ? "_" + word : word
  }

  /// The word for a name, with a number behind it if others have it.
  ///
  /// - Parameters:
  ///   - name: any.
  ///   - taken: the words of others; this one is added.
  /// - Returns: the word.
  static func free(_ name: String, in taken: inout Set<String>) -> String {
    let word = word(name)
    var free = word
    var number = 1
    while !taken.insert(free).inserted {
      number += 1
      free = "\(word)_\(number)"
    }
    return free
  }
}

/// Where the time of a way went that does not reach its goal: its functions, and a flame graph in a file.
public struct WayProfile: Codable {
  /// A function, and what part of all samples fell into it itself.
  public struct Function: Codable {
    /// Its name, as a reader of the source writes it.
    public var name: String
    /// What part of the samples, 0 to 1.
    public var share: Double
  }

  /// The flame graph's name, in the folder beside what was measured.
  public var file: String
  /// How many samples there are, of all threads of the way.
  public var samples: Int
  /// The functions with most samples, the first of them with the most.
  public var functions: [Function]

  /// The variable that names the folder for flame graphs.
  static let variable = "KYMOGRAPH_PROFILES"

  /// The functions in a line: "`visit` 41 %, `push` 30 %".
  var text: String {
    functions.map { function in
      let name = function.name.replacing("`", with: "'").replacing("|", with: "\\|")
      return "`\(name)` \(Int((function.share * 100).rounded())) %"
    }.joined(separator: ", ")
  }

  /// A file's name for a measure: letters and digits in lower case, with hyphens between.
  static func fileName(_ measure: String, of way: String) -> String {
    let words = "\(measure) \(way)".lowercased().split { character in
      !(character.isASCII && (character.isLetter || character.isNumber))
    }
    return words.joined(separator: "-") + ".svg"
  }
}

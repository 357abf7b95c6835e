/// The names of an app's package, its type and its tool.
package struct AppNames: Equatable, Sendable {
  /// The type, and the name of the app: `StepWatch`.
  package let type: String
  /// The executable and its folder: `stepwatch`.
  package var tool: String { type.lowercased() }

  /// The longest name, in letters.
  package static let longest = 64

  /// Names that the generated files use for something else.
  private static let taken: Set<String> = [
    "App", "AppSetup", "CommandMap", "CountSteps", "Handler", "Exchange", "Verdict",
    "SessionResult", "HandlerError", "Acceleration", "Event", "Payload", "Span", "RawSpan", "Any",
    "Self", "String", "Substring", "Character", "Int", "Int64", "UInt8", "UInt16", "UInt32",
    "UInt64", "Double", "Float", "Bool", "Array", "Dictionary", "Set", "Optional", "Result",
    "Error", "Never", "Void", "Type", "Protocol",
    "KymoTool", "KymoCore", "KymoBridge", "KymoRecording", "Swift", "Main", "Kymo", "Kymograph",
  ]

  /// Takes a name as it is typed with `--name`.
  ///
  /// - Throws: what such a name must be.
  package init(_ name: String) throws(TrialError) {
    guard let first = name.first, first.isASCII, first.isLetter, name.count <= Self.longest,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw .request(
        "--name wants up to \(Self.longest) letters and digits, a letter first, such as StepWatch, not '\(name)'"
      )
    }
    type = first.uppercased() + name.dropFirst()
    guard !Self.taken.contains(type) else {
      throw .request("the app's files use '\(name)' for something else; choose another --name")
    }
  }

  /// Makes a name of that of a folder: `step-watch` becomes `StepWatch`.
  ///
  /// - Throws: that there is none to be made of it.
  package init(folder: String) throws(TrialError) {
    let words = folder.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard name.first?.isLetter == true else {
      throw .request(
        "the folder '\(folder)' gives no name for an app; give one with --name NAME"
      )
    }
    try self.init(name)
  }
}

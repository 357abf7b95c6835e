import KymoText

/// The environment of a run besides the machine, and how it is made again.
public struct RunEnvironment: Sendable, Equatable {
  /// The system's name and release; nil if it does not tell.
  public var kernel: String?
  /// The compiler of the tool; nil if whoever built it did not say.
  public var toolchain: String?
  /// The command line, as it is typed.
  public var commandLine: String

  /// Describes it.
  public init(kernel: String?, toolchain: String?, commandLine: String) {
    self.kernel = kernel
    self.toolchain = toolchain
    self.commandLine = commandLine
  }

  /// As a member of a report.
  var json: JSONText {
    [
      "kernel": JSONText(kernel), "toolchain": JSONText(toolchain),
      "commandLine": JSONText(commandLine),
    ]
  }

  /// The system and the compiler as facts of a page: what each is, and its value as HTML.
  var facts: [(String, String)] {
    var facts: [(String, String)] = []
    if let kernel { facts.append(("kernel", HTMLText.name(kernel))) }
    if let toolchain { facts.append(("toolchain", HTMLText.name(toolchain))) }
    return facts
  }
}

/// The surroundings of a program at its start, as far as a replay is made to depend on them or not.
package struct Surroundings: Equatable {
  /// A variable of the environment.
  package struct Variable: Equatable {
    var name: String
    var value: String
  }

  /// How the variables begin that make all command lines and environments equally long.
  package static let padding = "KYMOGRAPH_PADDING"
  /// How long they are made, in bytes, and how many words and settings.
  package static let paddedBytes = 8192
  package static let paddedWords = 48

  /// The variable that says to libfaketime what its processes share.
  package static let dateNames = "FAKETIME_SHARED"

  /// The variables that are set in the environment; the rest of it is the user's.
  package var variables: [Variable]
  /// Whether the program and its memory lie at the same addresses in every run.
  package var hasFixedAddresses: Bool
  /// The one core that it may run on; nil for those of this process.
  package var core: Int?
  /// The words that give it a part of the system of its own; a command line can follow them.
  package var apart: [String] = []
  /// Where it starts; nil for the folder of this process.
  package var folder: String?
  /// How many bytes the environment is longer than it need be.
  package var excess = 0
  /// Options of `replay`.
  package var options: [String] = ["--rings=1"]

  /// Sets a variable.
  package subscript(name: String) -> String? {
    get { variables.first { $0.name == name }?.value }
    set {
      variables.removeAll { $0.name == name }
      if let newValue { variables.append(Variable(name: name, value: newValue)) }
    }
  }

  /// Adds a tunable of the GNU C library to those that the user has set.
  package mutating func tune(_ tunable: String) {
    let name = "GLIBC_TUNABLES"
    let known = self[name] ?? UnsafeSystem.environment(name)
    self[name] = known.flatMap { $0.isEmpty ? nil : $0 + ":" + tunable } ?? tunable
  }

  /// A command line in these surroundings, by the tools of every Linux system: env, taskset and setarch.
  ///
  /// - Parameters:
  ///   - command: the command line.
  ///   - isPadded: whether all are made equally long, as lengths shift the stack.
  /// - Returns: the words of a command line.
  package func command(_ command: [String], isPadded: Bool = true) -> [String] {
    var words: [String] = []
    if hasFixedAddresses { words += ["setarch", "-R"] }
    if let core { words += ["taskset", "-c", "\(core)"] }
    words += apart
    // Last, so that the settings are for the program alone.
    words.append("env")
    if let folder { words.append("--chdir=\(folder)") }
    words += variables.map { "\($0.name)=\($0.value)" }
    if isPadded { words += padding(of: command) }
    return words + command
  }

  /// Settings that make what the program finds on its stack equally large.
  ///
  /// In bytes, and in how many words and settings these are; what runs before the program is not there.
  private func padding(of command: [String]) -> [String] {
    let settings = variables.map { "\($0.name)=\($0.value)" }
    let length = (settings + command).reduce(0) { $0 + $1.utf8.count + 1 }
    let count = max(1, Self.paddedWords - settings.count - command.count)
    // Names of one length, and one value that is as long as need be.
    let names = (0..<count).map { "\(Self.padding)\($0 < 10 ? "0" : "")\($0)=" }
    let taken = names.reduce(length) { $0 + $1.utf8.count + 1 }
    let filling = String(repeating: "x", count: max(0, Self.paddedBytes - taken) + excess)
    return names.dropLast() + [(names.last ?? "") + filling]
  }
}

/// The key of a build: all that it depends on, as far as it is known before it is built.
struct BuildKey: Equatable {
  /// The repository: where its objects are, absolute.
  var repository: String
  /// The commit, whole.
  var commit: String
  /// The folder within the repository, with a slash at its end; empty for its root.
  var folder: String
  /// How it is built.
  var recipe: BuildRecipe
  /// The output of `swift --version`; empty without Swift.
  var toolchain: String

  /// Everything, in lines; what is kept under a name is this build only if the texts are equal.
  var text: String {
    """
    kymograph.build/2
    repository \(repository)
    commit \(commit)
    folder \(folder)
    \(recipe.key)
    toolchain \(toolchain)

    """
  }

  /// The name of the folder that keeps it.
  var name: String {
    "\(commit.prefix(12))-\(Self.digits(text))"
  }

  /// A text's hash, FNV-1a, in 16 digits.
  static func digits(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

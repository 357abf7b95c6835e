import KymoTrials

/// The files that a command reads, which none of its outputs may take the place of.
///
/// Files are compared by what they are (device and number, after all links), not by their names.
package struct InputFiles {
  /// How many folders deep files are looked for: a folder that was named, and those in it.
  private static let depth = 2

  private var files: [String] = []
  private var folders: [String] = []
  /// Folders in which a simulated phone keeps its files.
  private var sandboxes: [String] = []
  /// Folders of which nothing but scripts is read.
  private var scriptFolders: [String] = []

  /// Nothing but this program itself.
  package init() {}

  /// Takes files that are read.
  package init(_ files: [String]) { self.files = files }

  /// Takes files that are read, and folders in which files are.
  ///
  /// - Parameters:
  ///   - paths: files, or folders of which everything but recordings (`.mcap`, `.part`) is read.
  ///   - sandbox: the folder that a simulated phone keeps its files in.
  package init(_ paths: [String], sandbox: String?) {
    for path in paths {
      if UnsafeFolder.isFolder(path) { folders.append(path) } else { files.append(path) }
    }
    if let sandbox {
      folders.append(sandbox)
      sandboxes.append(sandbox)
    }
  }

  /// Adds a page, the scripts in its folder, and the rules that `--fetch` names.
  package func with(page: String?, _ arguments: ParsedArguments) -> InputFiles {
    guard let page else { return self }
    var inputs = self
    inputs.files.append(page)
    inputs.files += [arguments.textIfGiven("fetch")].compactMap(\.self)
    let folder = page.lastIndex(of: "/").map { String(page[...$0]) } ?? "."
    inputs.scriptFolders.append(folder)
    return inputs
  }

  /// Refuses an output that is one of the files, or that is or would be in the sandbox.
  ///
  /// - Parameter output: the path as the user gave it; `-` is standard output.
  /// - Throws: `usage`, which names both.
  /// - Complexity: O(files in the folders), if there is such an output already.
  package func check(_ output: String) throws(CommandFailure) {
    try checkFiles(output)
    guard output != "-", let place = Self.place(output) else { return }
    for sandbox in sandboxes {
      guard let folder = UnsafeFolder.realPath(sandbox) else { continue }
      guard place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") else { continue }
      throw .usage(
        "\(output): it would be in the sandbox \(sandbox), whose files the app reads and writes; "
          + "choose another folder"
      )
    }
  }

  /// Where an output is or would be, without symbolic links; nil if there is no such folder.
  private static func place(_ output: String) -> String? {
    if let there = UnsafeFolder.realPath(output) { return there }
    let slash = output.lastIndex(of: "/")
    let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
    let folder = UnsafeFolder.realPath(slash.map { "\(output[...$0])" } ?? ".")
    return folder.map { $0.hasSuffix("/") ? $0 + name : "\($0)/\(name)" }
  }

  private func checkFiles(_ output: String) throws(CommandFailure) {
    let target =
      output == "-" ? UnsafeFileIdentity(descriptor: 1) : UnsafeFileIdentity(path: output)
    guard let target else { return }
    if UnsafeFileIdentity(path: "/proc/self/exe") == target {
      throw .usage("\(output): it would overwrite the program that is running; choose another name")
    }
    for input in files where UnsafeFileIdentity(path: input) == target {
      throw Self.failure(output, input)
    }
    for folder in folders {
      let found = Self.find(target, in: folder, depth: Self.depth) { !Self.isRecording($0) }
      if let found { throw Self.failure(output, found) }
    }
    for folder in scriptFolders {
      let found = Self.find(target, in: folder, depth: Self.depth, where: Self.isScript)
      if let found { throw Self.failure(output, found) }
    }
  }

  private static func failure(_ output: String, _ input: String) -> CommandFailure {
    .usage("\(output): it would overwrite the input \(input); choose another name")
  }

  /// The path of a file within a folder; nil if it is not there.
  private static func find(
    _ file: UnsafeFileIdentity,
    in folder: String,
    depth: Int,
    where isRead: (String) -> Bool
  ) -> String? {
    var found: String?
    UnsafeFolder.visit(folder) { name in
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if let identity = UnsafeFileIdentity(path: path) {
        if identity == file, isRead(name) { found = path }
      } else if depth > 1, UnsafeFolder.isFolder(path) {
        found = find(file, in: path, depth: depth - 1, where: isRead)
      }
      return found == nil
    }
    return found
  }

  private static func isScript(_ name: String) -> Bool {
    name.hasSuffix(".js") || name.hasSuffix(".mjs")
  }

  private static func isRecording(_ name: String) -> Bool {
    name.hasSuffix(".mcap") || name.contains(".mcap.part")
  }
}

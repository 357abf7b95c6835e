import KymoReport
import KymoText

/// The recordings of a corpus, wherever they are.
package enum CorpusFiles {
  /// How many folders deep recordings are looked for.
  private static let maximumDepth = 64

  /// Finds every recording that the words name, or that is in a folder of theirs.
  ///
  /// Links to folders are not followed: they may lead back. Files that begin with a dot are left out.
  ///
  /// - Returns: their paths as they are named, each once.
  /// - Throws: that one is not there, or that there is none.
  package static func recordings(_ words: [String]) throws(TrialError) -> [String] {
    var paths: [String] = []
    for word in words {
      if UnsafeFolder.isFolder(word) {
        let before = paths.count
        visit(word, depth: maximumDepth, &paths)
        if paths.count == before {
          throw TrialError(
            about: word,
            "there is no recording in it",
            remedy: "recordings are files whose names end in .mcap"
          )
        }
      } else if UnsafeFileIdentity(path: word) != nil {
        paths.append(word)
      } else {
        throw TrialError(about: word, "no such file or folder", remedy: "check the path")
      }
    }
    var seen: Set<UnsafeFileIdentity> = []
    return paths.filter { path in
      UnsafeFileIdentity(path: path).map { seen.insert($0).inserted } ?? false
    }
  }

  /// The files under a folder whose names end so, in one order.
  package static func files(in folder: String, endingIn ending: String) -> [String] {
    var paths: [String] = []
    visit(folder, depth: maximumDepth, &paths, ending)
    return paths
  }

  private static func visit(
    _ folder: String,
    depth: Int,
    _ paths: inout [String],
    _ ending: String = ".mcap"
  ) {
    var names: [String] = []
    UnsafeFolder.visit(folder) { name in
      if !name.hasPrefix(".") { names.append(name) }
      return true
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if name.hasSuffix(ending), UnsafeFileIdentity(path: path) != nil {
        paths.append(path)
      } else if depth > 0, UnsafeFilePlace.isFolderItself(path) {
        visit(path, depth: depth - 1, &paths, ending)
      }
    }
  }

  /// A path of a manifest, from the working directory.
  package static func resolved(_ path: String, of manifest: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = UnsafeFilePlace.folder(of: manifest)
    return folder == "." ? path : folder == "/" ? "/" + path : "\(folder)/\(path)"
  }
}

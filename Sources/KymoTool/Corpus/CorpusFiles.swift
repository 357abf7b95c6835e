import KymoReport
import KymoText
import KymoTrials

/// The recordings of a corpus, wherever they are.
enum CorpusFiles {
  /// How many folders deep recordings are looked for.
  private static let maximumDepth = 64

  /// Finds every recording that the words name, or that is in a folder of theirs.
  ///
  /// Links to folders are not followed: they may lead back. Files that begin with a dot are left out.
  ///
  /// - Returns: their paths as they are named, each once.
  /// - Throws: that one is not there, or that there is none.
  static func recordings(_ words: [String]) throws(CommandFailure) -> [String] {
    var paths: [String] = []
    for word in words {
      if UnsafeFolder.isFolder(word) {
        let before = paths.count
        visit(word, depth: maximumDepth, &paths)
        if paths.count == before {
          throw CommandFailure(
            file: word,
            "there is no recording in it",
            remedy: "recordings are files whose names end in .mcap"
          )
        }
      } else if UnsafeFileIdentity(path: word) != nil {
        paths.append(word)
      } else {
        throw CommandFailure(file: word, "no such file or folder", remedy: "check the path")
      }
    }
    var seen: Set<UnsafeFileIdentity> = []
    return paths.filter { path in
      UnsafeFileIdentity(path: path).map { seen.insert($0).inserted } ?? false
    }
  }

  /// The files under a folder whose names end so, in one order.
  static func files(in folder: String, endingIn ending: String) -> [String] {
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

  /// Reads a manifest.
  ///
  /// - Throws: a failure that names it.
  static func manifest(_ path: String) throws(CommandFailure) -> CorpusManifest {
    let text = try UnsafeTextFile.read(path, limit: 1 << 28)
    do throws(CorpusError) { return try CorpusManifest(json: text) } catch {
      throw CommandFailure(
        file: path,
        "\(error)".printable,
        remedy: "make one with: \(.tool) corpus plan DIR -o corpus.json"
      )
    }
  }

  /// A path of a manifest, from the working directory.
  static func resolved(_ path: String, of manifest: String) -> String {
    if path.hasPrefix("/") { return path }
    let folder = UnsafeFilePlace.folder(of: manifest)
    return folder == "." ? path : folder == "/" ? "/" + path : "\(folder)/\(path)"
  }
}

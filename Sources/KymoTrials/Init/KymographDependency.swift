import KymoText

/// Where an app's package finds Kymograph: a folder with its sources, or a repository.
package enum KymographDependency: Equatable, Sendable {
  /// A folder.
  case path(String)
  /// A repository, at the head of a branch or at an exact version.
  case repository(url: String, version: String?)

  /// Reads what `--kymograph` says: a path, or a URL with or without `@VERSION` behind it.
  ///
  /// - Throws: what is wrong with it.
  package init(_ text: String) throws(TrialError) {
    guard text.contains("://") || text.hasPrefix("git@") else {
      guard let path = UnsafeFolder.realPath(text) else {
        throw TrialError(
          about: text,
          "no such folder",
          remedy: "--kymograph wants Kymograph's sources"
        )
      }
      guard Self.isKymograph(path) else {
        throw TrialError(about: text, "it has no Package.swift of Kymograph")
      }
      self = .path(path)
      return
    }
    if let scheme = text.firstRange(of: "://"), text[scheme.upperBound...].isEmpty {
      throw .request("--kymograph wants a whole URL, not '\(text)'")
    }
    guard !text.contains(where: { $0 == "\"" || $0 == "\\" || $0.isNewline }) else {
      throw .request("--kymograph wants a URL without quotes and backslashes")
    }
    // The `@` of a user's name stands before the last slash.
    let slash = text.lastIndex(of: "/") ?? text.startIndex
    guard let mark = text[slash...].lastIndex(of: "@") else {
      self = .repository(url: text, version: nil)
      return
    }
    let version = String(text[text.index(after: mark)...])
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers.allSatisfy({ UInt($0) != nil }) else {
      throw .request("--kymograph wants a version such as 1.2.3 after '@', not '\(version)'")
    }
    self = .repository(url: String(text[..<mark]), version: version)
  }

  /// The sources that came with a program: installed beside it, or those that it was built from.
  ///
  /// - Parameter program: the path of its file; nil if nobody knows.
  /// - Returns: the folder.
  /// - Throws: that there are none, with the remedy.
  package static func found(with program: String?) throws(TrialError) -> KymographDependency {
    var places: [String] = []
    if let program {
      var folder = program
      while let slash = folder.lastIndex(of: "/") {
        folder = String(folder[..<slash])
        places += ["\(folder)/share/kymograph", folder]
      }
    }
    places += installedPlaces
    guard let place = places.first(where: isKymograph) else {
      throw TrialError(
        "Kymograph's sources are not beside this program (--kymograph PATH or URL says where they are)",
        kind: .request
      )
    }
    return .path(place)
  }

  /// Where `make install` and the Debian package put the sources.
  private static let installedPlaces = ["/usr/local/share/kymograph", "/usr/share/kymograph"]

  /// The need of a job on another machine that nobody has seen to, in a line with the remedy; nil
  /// for a repository.
  var remark: String? {
    guard case .path(let path) = self else { return nil }
    if Self.installedPlaces.contains(path) {
      return
        "the CI job passes only where Kymograph is in \(path) too: install its Debian package there, "
        + "or name its repository with --kymograph URL@VERSION"
    }
    return
      "the CI job cannot pass on a server, which has no \(path.printable): name Kymograph's repository with "
      + "--kymograph URL@VERSION, or install it here and there (Debian package, make install) and leave --kymograph out"
  }

  /// The element of the manifest's `dependencies`.
  package var manifestText: String {
    switch self {
    case .path(let path): ".package(name: \"kymograph\", path: \(Self.quoted(path)))"
    case .repository(let url, let version?):
      ".package(url: \(Self.quoted(url)), exact: \"\(version)\")"
    case .repository(let url, nil): ".package(url: \(Self.quoted(url)), branch: \"main\")"
    }
  }

  /// The package's identity: what products are named with.
  package var identity: String {
    switch self {
    case .path: return "kymograph"
    case .repository(let url, _):
      let name = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
      return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).lowercased()
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }

  private static func isKymograph(_ folder: String) -> Bool {
    do {
      let manifest = try UnsafeWholeFile.read("\(folder)/Package.swift", limit: 1 << 20)
      return manifest.contains("name: \"kymograph\"") && manifest.contains("name: \"KymoTool\"")
    } catch { return false }
  }
}

import Foundation

/// Reads the files that an import is asked for from the disk.
struct ImportFileLoader {
  /// The folders of a phyphox or Sensor Logger export whose CSV files are looked at.
  private static let subfolders = ["meta"]

  /// All files named by `paths`: a file itself, the CSV files of a folder in the order of their
  /// names.
  func load(_ paths: [String]) throws(ImportError) -> [ImportFile] {
    guard !paths.isEmpty else { throw .nothingKnown(path: "import", found: []) }
    var files: [ImportFile] = []
    for path in paths {
      guard isFolder(path) else {
        files.append(ImportFile(name: path, bytes: try bytes(path)))
        continue
      }
      let names = try csvNames(in: path)
      guard !names.isEmpty else {
        throw .nothingKnown(path: path, found: try self.names(in: path))
      }
      for name in names {
        let inside = join(path, name)
        files.append(ImportFile(name: inside, bytes: try bytes(inside), isExplicit: false))
      }
    }
    return files
  }

  private func csvNames(in folder: String) throws(ImportError) -> [String] {
    var found = try names(in: folder)
    for name in found where Self.subfolders.contains(name) && isFolder(join(folder, name)) {
      found += try names(in: join(folder, name)).map { join(name, $0) }
    }
    return found.filter { $0.lowercased().hasSuffix(".csv") && !isFolder(join(folder, $0)) }
  }

  private func names(in folder: String) throws(ImportError) -> [String] {
    do {
      // By bytes, so that neither the file system nor a locale decides the order.
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { !$0.hasPrefix(".") }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw .unreadable(path: folder, reason: Self.reason(error))
    }
  }

  private func bytes(_ path: String) throws(ImportError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw .unreadable(path: path, reason: Self.reason(error))
    }
  }

  private func isFolder(_ path: String) -> Bool {
    let attributes = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey])
    return attributes?.isDirectory ?? false
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// One line without the path, which the error names anyway.
  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "no such file or folder"
    case .fileReadNoPermission: "no permission"
    default: (error as NSError).localizedDescription.split(separator: "\n").joined(separator: " ")
    }
  }
}

import Foundation
import KymoRecording

/// Reads the files that an import is asked for from the disk.
struct ImportFileLoader {
  /// What files are looked at, and which of them are needed whole.
  let registry: FormatRegistry
  /// How much is unpacked from an archive.
  let limits: ArchiveLimits

  /// The folders of a phyphox or Sensor Logger export whose files are looked at.
  private static let subfolders = ["meta"]

  /// All files named by `paths`: a file itself, the files of a folder that a format may know in the
  /// order of their names, and those in an archive.
  func load(_ paths: [String], _ log: inout ImportLog) throws(ImportError) -> [ImportFile] {
    guard !paths.isEmpty else {
      throw .nothingKnown(path: "import", found: [], understood: registry.understood)
    }
    var files: [ImportFile] = []
    for path in paths {
      guard isFolder(path) else {
        files += try explicit(path, &log)
        continue
      }
      let names = try knownNames(in: path)
      guard !names.isEmpty else {
        throw .nothingKnown(
          path: path,
          found: try self.names(in: path),
          understood: registry.understood
        )
      }
      for name in names {
        let inside = join(path, name)
        files.append(try file(inside, try open(inside), isExplicit: false))
      }
    }
    return files
  }

  /// A file that was asked for, or the files in it if it is an archive.
  private func explicit(_ path: String, _ log: inout ImportLog) throws(ImportError) -> [ImportFile]
  {
    let handle = try open(path)
    var file = try head(path, handle, isExplicit: true)
    guard let kind = ArchiveKind(name: path, head: file.bytes), !file.bytes.isEmpty,
      !registry.knows(file)
    else {
      try complete(&file, handle)
      return [file]
    }
    if case .foreign(let name) = kind {
      throw .archive(
        file: path,
        reason: "an archive of the kind \(name) is not read",
        remedy: "unpack it and import the folder, or pack it as zip or tar"
      )
    }
    try checkEnd(of: kind, path, handle)
    var loader = ArchiveLoader(registry: registry, limits: limits, path: path, kind: kind)
    defer { withExtendedLifetime(handle) {} }  // Its end closes the descriptor.
    return try loader.load(descriptor: handle.fileDescriptor, &log)
  }

  /// Goes to the beginning of an archive, if it can be read anywhere and does not end too early.
  ///
  /// A tar that was cut off between two files looks like a whole one but for the zeros at its end.
  private func checkEnd(
    of kind: ArchiveKind,
    _ path: String,
    _ handle: FileHandle
  ) throws(ImportError) {
    do {
      let end = try handle.seekToEnd()
      if kind == .tar {
        try handle.seek(toOffset: end - min(end, 512))
        guard try handle.read(upToCount: 512)?.allSatisfy({ $0 == 0 }) ?? true else {
          throw ImportError.archive(
            file: path,
            reason: "no tar, or one that was cut off: it does not end like one",
            remedy: "copy or export it again"
          )
        }
      }
      try handle.seek(toOffset: 0)
    } catch let error as ImportError {
      throw error
    } catch {
      throw .archive(
        file: path,
        reason: "an archive cannot be read from a pipe",
        remedy: "write it to a file first"
      )
    }
  }

  /// Reads the beginning of a file, and the rest if a format needs it.
  private func file(
    _ path: String,
    _ handle: FileHandle,
    isExplicit: Bool
  ) throws(ImportError) -> ImportFile {
    var file = try head(path, handle, isExplicit: isExplicit)
    try complete(&file, handle)
    return file
  }

  private func head(
    _ path: String,
    _ handle: FileHandle,
    isExplicit: Bool
  ) throws(ImportError) -> ImportFile {
    var file = ImportFile(name: path, bytes: [], isExplicit: isExplicit, isWhole: false)
    let count = registry.options.headBytes
    while file.bytes.count < count, !file.isWhole {
      let more = try read(path, handle, upTo: count - file.bytes.count)
      file.bytes += more
      file.isWhole = more.isEmpty
    }
    return file
  }

  private func complete(_ file: inout ImportFile, _ handle: FileHandle) throws(ImportError) {
    guard !file.isWhole, registry.needsWhole(file) else { return }
    while !file.isWhole {
      let more = try read(file.name, handle, upTo: 1 << 24)
      file.bytes += more
      file.isWhole = more.isEmpty
    }
  }

  private func knownNames(in folder: String) throws(ImportError) -> [String] {
    var found = try names(in: folder)
    for name in found where Self.subfolders.contains(name) && isFolder(join(folder, name)) {
      found += try names(in: join(folder, name)).map { join(name, $0) }
    }
    let extensions = registry.extensions.map { ".\($0)" }
    return found.filter { name in
      let lower = name.lowercased()
      return extensions.contains { lower.hasSuffix($0) } && !isFolder(join(folder, name))
    }
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

  private func open(_ path: String) throws(ImportError) -> FileHandle {
    do {
      return try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: Self.reason(error))
    }
  }

  private func read(
    _ path: String,
    _ handle: FileHandle,
    upTo count: Int
  ) throws(ImportError) -> [UInt8] {
    do {
      return [UInt8](try handle.read(upToCount: count) ?? Data())
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
    default: UnsafeErrorText.text(of: error)
    }
  }
}

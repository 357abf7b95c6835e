import KymoRecording

/// Reads the files that an import is asked for from the disk.
struct ImportFileLoader {
  /// The registry that says which files are looked at, and which of them are needed whole.
  let registry: FormatRegistry
  /// How much is unpacked from an archive.
  let limits: ArchiveLimits
  /// Whoever watches the import.
  let watch: ImportWatch

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
      guard path != "-", UnsafeImportFolder.isFolder(path) else {
        files += try explicit(path, &log)
        continue
      }
      let names = try knownNames(in: path, &log)
      guard !names.isEmpty else {
        throw .nothingKnown(
          path: path,
          found: try UnsafeImportFolder.names(in: path),
          understood: registry.understood
        )
      }
      for name in names {
        let source = try UnsafeInputFile(path: join(path, name), watch)
        var file = try head(source, isExplicit: false)
        try complete(&file, source)
        files.append(file)
      }
    }
    return files
  }

  /// A file that was asked for, or the files in it if it is an archive.
  private func explicit(_ path: String, _ log: inout ImportLog) throws(ImportError) -> [ImportFile]
  {
    let source = try UnsafeInputFile(path: path, watch)
    var file = try head(source, isExplicit: true)
    guard !file.isSetAside, let kind = ArchiveKind(name: path, head: file.bytes),
      !file.bytes.isEmpty, !registry.knows(file)
    else {
      try complete(&file, source)
      return [file]
    }
    if case .foreign(let name) = kind {
      throw .archive(
        file: path,
        reason: "an archive of the kind \(name) is not read",
        remedy: "unpack it and import the folder, or pack it as zip or tar"
      )
    }
    let archive = source.isRegular ? source : try source.spooled(file.bytes)
    if kind == .tar { try checkEnd(of: archive) }
    var loader = ArchiveLoader(registry: registry, limits: limits, source: archive, kind: kind)
    return try loader.load(&log)
  }

  /// A tar that was cut off between two files looks like a whole one but for the zeros at its end.
  private func checkEnd(of archive: UnsafeInputFile) throws(ImportError) {
    var end: [UInt8] = []
    try archive.read(at: max(0, archive.size - 512), 512, into: &end)
    guard end.allSatisfy({ $0 == 0 }) else {
      throw .archive(
        file: archive.name,
        reason: "not a tar, or one that was cut off: it does not end like one",
        remedy: "copy or export it again"
      )
    }
  }

  /// The beginning of a file.
  private func head(
    _ source: UnsafeInputFile,
    isExplicit: Bool
  ) throws(ImportError) -> ImportFile {
    var file = ImportFile(name: source.name, bytes: [], isExplicit: isExplicit, isWhole: false)
    let count = registry.options.headBytes
    while file.bytes.count < count, !file.isWhole {
      let before = file.bytes.count
      try source.read(at: before, count - before, into: &file.bytes)
      file.isWhole = file.bytes.count == before
      // No text goes on behind a NUL, so there is no need for more.
      if !file.isWhole, file.bytes[before...].contains(0) { break }
    }
    file.isSetAside = registry.aside?.contains(file) ?? false
    return file
  }

  /// The rest of a file, if a format needs it.
  private func complete(
    _ file: inout ImportFile,
    _ source: UnsafeInputFile
  ) throws(ImportError) {
    guard !file.isWhole else { return }
    switch registry.need(file) {
    case .head: break
    case .content: file.content = source.isRegular ? source : try source.spooled(file.bytes)
    case .whole:
      while !file.isWhole {
        let before = file.bytes.count
        try source.read(at: before, 1 << 18, into: &file.bytes)
        file.isWhole = file.bytes.count == before
      }
    }
    registry.trim(&file)
  }

  /// The files of a folder that a format may know; what else is there is noted by name.
  private func knownNames(
    in folder: String,
    _ log: inout ImportLog
  ) throws(ImportError) -> [String] {
    var found = try UnsafeImportFolder.names(in: folder)
    for name in found
    where Self.subfolders.contains(name) && UnsafeImportFolder.isFolder(join(folder, name)) {
      found += try UnsafeImportFolder.names(in: join(folder, name)).map { join(name, $0) }
    }
    var known: [String] = []
    var others: [(file: String, reason: String)] = []
    for name in found {
      let path = join(folder, name)
      if UnsafeImportFolder.isFolder(path) {
        if Self.subfolders.contains(name) { continue }
        others.append((path + "/", "A sub-folder is not looked into; import it by itself."))
      } else if UnsafeInputFile.isNoFile(path) {
        let reason = "It is not a file but a pipe, a device or a broken link; it is not read."
        others.append((path, reason))
      } else if registry.looksAt(name) {
        known.append(name)
      } else {
        others.append((path, registry.otherExtension(name)))
      }
    }
    if !known.isEmpty { log.skip(others) }
    return known
  }

  private func join(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

import KymoRecording

/// Reads the files of one archive that an import may need, in place: nothing is written to disk.
///
/// Neither lengths nor names of the archive are believed. Names serve as names in messages only;
/// bytes are counted as they come, against the limits.
struct ArchiveLoader {
  /// The registry that says which files are looked at, and which of them are needed whole.
  private let registry: FormatRegistry
  /// How much is unpacked.
  private let limits: ArchiveLimits
  /// The archive.
  private let source: UnsafeInputFile
  /// Its own name, for messages.
  private let path: String
  private let kind: ArchiveKind

  private var unpackedBytes = 0
  private var memberCount = 0
  private var found: [String] = []
  private var archives: [String] = []
  private var others: [(file: String, reason: String)] = []

  private static let unpack = "unpack it and import the folder"
  private static let copy = "copy or export it again"
  private static let longestName = 200
  private static let namesKept = 64

  /// Reads from an archive that can be read anywhere.
  init(
    registry: FormatRegistry,
    limits: ArchiveLimits,
    source: UnsafeInputFile,
    kind: ArchiveKind
  ) {
    self.registry = registry
    self.limits = limits
    self.source = source
    path = source.name
    self.kind = kind
  }

  /// Reads the files, those nearest to the top first and then in the order of their names, whatever
  /// their order in the archive; of those that are not needed, the beginning.
  ///
  /// Files of which a format reads the content are unpacked once to see that they are sound and within
  /// the limits, and again whenever they are read.
  ///
  /// - Throws: ``ImportError`` when the archive is damaged, too large, encrypted, or holds nothing
  ///   that is looked at.
  mutating func load(_ log: inout ImportLog) throws(ImportError) -> [ImportFile] {
    let descriptor = try source.reopened()
    defer { UnsafeInputFile.close(descriptor) }
    var files: [(depth: Int, file: ImportFile)] = []
    var archive = try open(descriptor)
    while let member = try next(&archive) {
      if source.shouldStop() { throw .interrupted }
      memberCount += 1
      guard memberCount <= limits.members else {
        throw refusal(path, "more than \(limits.members) files", Self.unpack)
      }
      let name = displayName(member)
      guard member.kind == .file, !member.isHidden else {
        noteUnlessHidden(member, name)
        try passOver(&archive, name)
        continue
      }
      if found.count < Self.namesKept { found.append(String(member.path.last ?? "")) }
      if let file = try file(&archive, member, name) {
        files.append((member.path.count, file))
      } else {
        try passOver(&archive, name)
      }
    }
    try report(files.isEmpty, &log)
    if kind == .gzip { try checkSums(&log) }
    files.sort { left, right in
      left.depth != right.depth
        ? left.depth < right.depth
        : left.file.name.utf8.lexicographicallyPrecedes(right.file.name.utf8)
    }
    return files.map(\.file)
  }

  /// Keeps what is said of an entry that is neither a file nor a folder: it is never followed or made.
  private mutating func noteUnlessHidden(_ member: ArchiveMember, _ name: String) {
    guard !member.isHidden else { return }
    let reason: String
    switch member.kind {
    case .file, .folder: return
    case .link(let target):
      let end = target.isEmpty ? "" : " to \(target.prefix(Self.longestName))"
      reason = "It is a link\(end), and links in archives are not followed."
      if found.count < Self.namesKept { found.append("\(member.path.last ?? "") (a link)") }
    case .other: reason = "It is a device, a pipe or a socket, and no file."
    }
    others.append((name, reason))
  }

  /// Refuses a compressed tar that does not unpack to what was packed.
  ///
  /// A tar has no sums of its own but for names and lengths.
  private func checkSums(_ log: inout ImportLog) throws(ImportError) {
    // What is unpacked was counted already; headers and padding of the tar were not.
    let headers = (min(limits.members, 1 << 40) + 16) * 4096
    let (limit, overflow) = limits.totalBytes.addingReportingOverflow(headers)
    let check = GzipCheck(source: source, limit: overflow ? .max : limit)
    switch try check.verdict() {
    case .sound: break
    case .damaged(let reason): throw failure(ArchiveError(reason: reason), path)
    case .tooLarge:
      throw refusal(path, "unpacks to more than \(limits.totalBytes) bytes", Self.unpack)
    case .unknown:
      let text =
        "Its parts cannot be told apart, so what it unpacks to was not compared with the "
        + "checksums in it."
      log.note(.assumption, file: path, text)
    }
  }

  private func open(_ descriptor: Int32) throws(ImportError) -> UnsafeArchive {
    do throws(ArchiveError) {
      return try UnsafeArchive(descriptor: descriptor, isZip: kind == .zip)
    } catch {
      throw failure(error, path)
    }
  }

  private func next(_ archive: inout UnsafeArchive) throws(ImportError) -> ArchiveMember? {
    do throws(ArchiveError) {
      return try archive.next()
    } catch {
      throw failure(error, path)
    }
  }

  /// A file that is looked at, as far as it is needed; nil for one that is not.
  private mutating func file(
    _ archive: inout UnsafeArchive,
    _ member: ArchiveMember,
    _ name: String
  ) throws(ImportError) -> ImportFile? {
    var file = ImportFile(name: name, bytes: [], isExplicit: false, isWhole: false)
    guard registry.looksAt(name) else {
      if ArchiveKind(name: name) != nil {
        archives.append(name)
      } else {
        others.append((name, registry.otherExtension(name)))
      }
      return nil
    }
    guard !member.isEncrypted else {
      throw refusal(name, "encrypted", "unpack the archive with its password and import the folder")
    }
    file.isWhole = try read(&archive, upTo: registry.options.headBytes, into: &file)
    file.isSetAside = registry.aside?.contains(file) ?? false
    guard !file.isWhole else { return file }
    switch registry.need(file) {
    case .head: try passOver(&archive, name)
    case .content:
      try check(&archive, file)
      file.content = ArchiveContent(
        archive: source,
        isZip: kind == .zip,
        place: memberCount - 1,
        name: name
      )
    case .whole: file.isWhole = try read(&archive, upTo: .max, into: &file)
    }
    registry.trim(&file)
    return file
  }

  /// Unpacks the rest of a file for nothing but to see that it is sound and within the limits.
  private mutating func check(
    _ archive: inout UnsafeArchive,
    _ file: ImportFile
  ) throws(ImportError) {
    var count = file.bytes.count
    while true {
      if source.shouldStop() { throw .interrupted }
      let length: Int
      do throws(ArchiveError) {
        length = try archive.pass(.max)
      } catch {
        throw failure(error, file.name)
      }
      guard length > 0 else { return }
      count += length
      guard count <= limits.memberBytes else {
        let reason = "unpacks to more than \(limits.memberBytes) bytes"
        throw refusal(file.name, reason, Self.unpack)
      }
      try account(length)
    }
  }

  /// Unpacks until the file has so many bytes; true if it has ended before.
  private mutating func read(
    _ archive: inout UnsafeArchive,
    upTo count: Int,
    into file: inout ImportFile
  ) throws(ImportError) -> Bool {
    while file.bytes.count < count {
      let before = file.bytes.count
      do throws(ArchiveError) {
        guard try archive.read(count - before, into: &file.bytes) else { return true }
      } catch {
        throw failure(error, file.name)
      }
      guard file.bytes.count <= limits.memberBytes else {
        let reason = "unpacks to more than \(limits.memberBytes) bytes"
        throw refusal(file.name, reason, Self.unpack)
      }
      try account(file.bytes.count - before)
    }
    return false
  }

  /// Goes behind a file: in a compressed tar that means to unpack it, which is counted.
  private mutating func passOver(
    _ archive: inout UnsafeArchive,
    _ name: String
  ) throws(ImportError) {
    guard kind == .gzip else { return }
    while true {
      if source.shouldStop() { throw .interrupted }
      let length: Int
      do throws(ArchiveError) {
        length = try archive.pass(.max)
      } catch {
        throw failure(error, name)
      }
      guard length > 0 else { return }
      try account(length)
    }
  }

  private mutating func account(_ bytes: Int) throws(ImportError) {
    unpackedBytes += bytes
    source.didRead(bytes)
    guard unpackedBytes <= limits.totalBytes else {
      throw refusal(path, "unpacks to more than \(limits.totalBytes) bytes", Self.unpack)
    }
  }

  /// Says that archives in the archive are not opened, and when there was nothing else.
  private func report(_ isEmpty: Bool, _ log: inout ImportLog) throws(ImportError) {
    if isEmpty, let archive = archives.first {
      throw refusal(
        archive,
        "an archive within an archive is not opened",
        "unpack \(path) and import what is in it"
      )
    }
    guard !isEmpty else {
      throw .nothingKnown(path: path, found: found, understood: registry.understood)
    }
    let text = "An archive within an archive is not opened; unpack it and import it by itself."
    log.skip(archives.map { ($0, text) })
    log.skip(others)
  }

  /// The name for messages: the archive's and the entry's.
  private func displayName(_ member: ArchiveMember) -> String {
    let inside = member.path.joined(separator: "/")
    guard inside.count > Self.longestName else { return "\(path)/\(inside)" }
    return "\(path)/…\(inside.suffix(Self.longestName))"
  }

  private func refusal(_ file: String, _ reason: String, _ remedy: String) -> ImportError {
    .archive(file: file, reason: reason, remedy: remedy)
  }

  /// Puts the library's error into words that help.
  private func failure(_ error: ArchiveError, _ file: String) -> ImportError {
    let reason = error.reason
    if reason == "Unrecognized archive format" {
      return switch kind {
      case .gzip:
        refusal(file, "compressed, but not a tar", "unpack it with gunzip and import that")
      case .zip: refusal(file, "not a zip, or one that was cut off: it has no directory", Self.copy)
      default: refusal(file, "not a tar", Self.copy)
      }
    }
    if reason.lowercased().contains("unsupported") || reason.contains("not supported") {
      return refusal(file, "cannot be unpacked here: \(reason)", Self.unpack)
    }
    return refusal(file, "damaged: \(reason.isEmpty ? "no reason is known" : reason)", Self.copy)
  }
}

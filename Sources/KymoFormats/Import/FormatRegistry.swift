import KymoMCAP
import KymoRecording

/// The formats that an import knows, and which of them a file belongs to.
struct FormatRegistry {
  /// The formats, in the order of preference.
  let formats: [any ImportFormat]
  /// The user's decisions.
  let options: ImportOptions
  /// The files that are left to whoever drives the import; nil if none are.
  var aside: SetAsideFiles?

  /// The files of one format.
  struct Share {
    /// Whose files they are.
    var format: any ImportFormat
    /// The files, in their order.
    var files: [ImportFile] = []
    /// Whether one of them has rows.
    var hasRows = false
  }

  /// The files that the formats understand, for messages.
  var understood: String {
    (formats.map(\.understood) + [aside?.understood].compactMap(\.self)).joined(separator: " and ")
  }

  /// The extensions of the files that are looked at in folders and archives.
  var extensions: Set<String> { Set(formats.flatMap(\.extensions) + (aside?.extensions ?? [])) }

  /// Whether a file of a folder or an archive is looked at, by its name.
  func looksAt(_ name: String) -> Bool {
    let ending = ImportFile(name: name, bytes: []).fileExtension
    if extensions.contains(ending) { return true }
    let letters = String(ending.reversed().drop { $0.isASCII && $0.isNumber }.reversed())
    return !letters.isEmpty && aside?.extensions.contains(letters) ?? false
  }

  /// Why a file of this name is not looked at.
  func otherExtension(_ name: String) -> String {
    if ArchiveKind(name: name) != nil {
      return "An archive is not opened here; import it by itself."
    }
    let endings = extensions.sorted().map { ".\($0)" }.joined(separator: " or ")
    return "It is not looked at; files that are looked at end with \(endings)."
  }

  /// Whether a format knows `file`.
  func knows(_ file: ImportFile) -> Bool {
    if case .known = best(file).recognition { return true }
    return false
  }

  /// The decisions of the user that the format of a file has a use for; none if it has no rows.
  ///
  /// Nobody knows of a file that was asked for and that no format can read: it is refused for that, and not for them.
  func heeds(of file: ImportFile) -> Set<ImportDecision> {
    let (place, recognition, _) = best(file)
    switch recognition {
    case .known(_, .rows, _), .unreadable: return formats[place].heeds
    case .unknown where file.isExplicit, .empty where file.isExplicit:
      return Set(ImportDecision.allCases)
    default: return []
    }
  }

  /// The part of a file that is worth reading.
  enum Need {
    /// No more than its beginning.
    case head
    /// All of it, again and again.
    case content
    /// All of it, in memory.
    case whole
  }

  /// Returns the part of `file` that is worth reading beyond its beginning.
  func need(_ file: ImportFile) -> Need {
    if file.isSetAside { return .content }
    let (place, recognition, _) = best(file)
    guard case .known(_, let content, _) = recognition, content != .nothing else { return .head }
    return formats[place].readsContent ? .content : .whole
  }

  /// Lets go of what nobody looks at again: of many files there is not much in memory.
  func trim(_ file: inout ImportFile) {
    if file.isSetAside, file.content != nil {
      file.bytes = Array(file.bytes.prefix(Self.magicKept))
    }
    guard !file.isWhole, file.bytes.count > Self.headKept else { return }
    if file.content == nil {
      guard case .known(_, .nothing, _) = best(file).recognition else { return }
    }
    let kept = file.bytes.prefix(Self.headKept)
    guard let text = kept.firstIndex(where: { $0 > UInt8(ascii: " ") && $0 < 0x80 }),
      kept[text...].contains(UInt8(ascii: "\n"))
    else { return }
    file.bytes = Array(kept)
  }

  /// How much of the beginning of a file is kept, if that has its first line.
  private static let headKept = 1 << 14
  /// How much is kept of the beginning of a file that is left to others.
  private static let magicKept = 64

  /// Gives each file to the format that is surest of it; others are passed over if they were only
  /// found in a folder or an archive.
  ///
  /// - Throws: ``ImportError`` when a file that was asked for is unknown, or when nothing is left.
  func distribute(
    _ files: [ImportFile],
    _ log: inout ImportLog
  ) throws(ImportError) -> [Share] {
    var shares = formats.map { Share(format: $0) }
    var emptyCount = 0
    for file in files {
      let (place, recognition, rival) = best(file)
      switch recognition {
      case .known(_, let content, let reason):
        shares[place].files.append(file)
        if content == .rows { shares[place].hasRows = true }
        if let rival {
          let text = "Taken as \(formats[place].name): \(reason); it could also be \(rival)."
          log.note(.assumption, file: file.name, text)
        }
      case .unreadable(let error): throw error
      case .empty:
        emptyCount += 1
        try log.repair(.emptyFile, file: file.name, line: 1)
      case .unknown(let found):
        if file.isExplicit {
          if file.bytes.starts(with: MCAPFormat.magic) { throw .recording(file: file.name) }
          throw .unknownFile(
            file: file.name,
            found: found ?? "a file of no known format",
            understood: understood
          )
        }
        noteUnknown(file, found, &log)
      }
    }
    if emptyCount == files.count { throw .allEmpty(files: files.map(\.name)) }
    guard shares.contains(where: \.hasRows) else {
      throw .nothingKnown(
        path: Self.folder(of: files),
        found: files.map(\.baseName),
        understood: understood
      )
    }
    return shares.filter { !$0.files.isEmpty }
  }

  /// Notes a file that was found, and that no format knows; `found` is what is there instead.
  private func noteUnknown(_ file: ImportFile, _ found: String?, _ log: inout ImportLog) {
    let why = found.map { ": \($0)" } ?? ""
    log.note(
      .fileNotImported,
      file: file.name,
      file.bytes.starts(with: MCAPFormat.magic)
        ? "It is a recording already, which needs no import." : "It is of no known format\(why)."
    )
  }

  /// Notes files that were found beside others that are set aside, if none of them has rows.
  ///
  /// - Returns: whether none has, so that there is nothing else to say of them.
  func passesOver(_ files: [ImportFile], _ log: inout ImportLog) -> Bool {
    let all = files.map { (file: $0, recognition: best($0).recognition) }
    let isWorthReading = all.contains { file, recognition in
      if file.isExplicit { return true }
      if case .known(_, .rows, _) = recognition { return true }
      return false
    }
    guard !isWorthReading else { return false }
    for (file, recognition) in all {
      switch recognition {
      case .unknown(let found): noteUnknown(file, found, &log)
      case .empty: log.note(.fileNotImported, file: file.name, "It has no rows.")
      case .unreadable(let error):
        log.note(.fileNotImported, file: file.name, "\(error.description).")
      case .known:
        log.note(.fileNotImported, file: file.name, "There are no rows that its facts are about.")
      }
    }
    return true
  }

  /// The verdict that counts: of the surest format, else why none can read the file.
  ///
  /// A file that was only found is shown to the formats that have its extension.
  private func best(
    _ file: ImportFile
  ) -> (place: Int, recognition: ImportRecognition, rival: String?) {
    var best = (place: 0, recognition: ImportRecognition.unknown(found: nil), rival: String?.none)
    for (place, format) in formats.enumerated()
    where file.isExplicit || format.extensions.contains(file.fileExtension) {
      let recognition = format.recognise(file, options: options)
      let (rank, bestRank) = (Self.rank(recognition), Self.rank(best.recognition))
      if rank > bestRank {
        best = (place, recognition, nil)
      } else if rank == bestRank, case .unknown = recognition,
        format.extensions.contains(file.fileExtension),
        !formats[best.place].extensions.contains(file.fileExtension)
      {
        // Why it is not what its name says.
        best = (place, recognition, nil)
      } else if rank == bestRank, case .known(_, _, let reason) = recognition {
        best.rival = best.rival ?? "\(format.name): \(reason)"
      }
    }
    return best
  }

  private static func rank(_ recognition: ImportRecognition) -> Int {
    switch recognition {
    case .unknown(found: nil): 0
    case .unknown: 1
    case .empty: 2
    case .unreadable: 3
    case .known(let confidence, _, _): 4 + confidence.rawValue
    }
  }

  private static func folder(of files: [ImportFile]) -> String {
    guard let name = files.first?.name, let slash = name.lastIndex(of: "/") else { return "import" }
    return String(name[..<slash])
  }
}

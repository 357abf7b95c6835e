package import KymoMCAP

/// The output of a command: a recording or a report, which takes its name only when it is whole.
///
/// A regular file is written beside its place, in the same folder, under the name with `.part` behind it, and
/// then renamed, so that a full disk, a signal or a failure leaves a former file as it was. What an interrupted
/// or failed run had stays as `NAME.part`; a `.part` that is there already is never touched, the next one is
/// `NAME.part2`. Pipes and devices are written directly.
///
/// A symbolic link is followed: the file behind it is replaced, beside that file, and the link stays. Of a file
/// with several names (hard links) the one that was given leads to the new file, the others to the former.
/// The new file has the owner, group and permissions of the former one, as far as the process may set them; no
/// further attributes.
package final class OutputFile: MCAPPatchableSink {
  /// How many unfinished files there may be of one name.
  package static let maximumParts = 99

  /// The name that the user gave.
  package let path: String
  private let place: UnsafeOutputPlace
  private var descriptor: UnsafeOutputDescriptor?
  /// Where it is written; nil if it is written directly, or over.
  private var part: String?
  private var byteCount: UInt64 = 0
  private let former: Former

  /// The fate of a file that is there already.
  package enum Former {
    /// It is replaced once the new one is whole.
    case replaced
    /// The output is refused. So is a second one of the same name while another process writes it, whatever the
    /// former file.
    case kept
    /// It is replaced, but a second output of the same name is refused while another process writes it.
    case forced
  }

  /// Opens an output.
  ///
  /// - Parameters:
  ///   - path: its name; `-` is standard output.
  ///   - inputs: what the command reads.
  ///   - former: what becomes of a file that is there.
  /// - Throws: a failure that names the file if it is one of the inputs, cannot be written, or is not to be.
  package init(
    _ path: String,
    isNone inputs: InputFiles,
    former: Former = .replaced
  ) throws(CommandFailure) {
    try inputs.check(path)
    self.path = path
    self.former = former
    place = try UnsafeOutputPlace(path)
    if former == .kept, place.hasContent {
      throw CommandFailure(
        file: path,
        "it already exists",
        remedy: "--force replaces it, --series keeps one file for each start"
      )
    }
    if former != .replaced { try UnfinishedFile.check(place.path, named: path) }
    switch place.kind {
    case .stream(let number): descriptor = UnsafeOutputDescriptor(borrowing: number)
    case .special:
      do { descriptor = try UnsafeOutputDescriptor(special: place.path) } catch {
        throw UnsafeOutputPlace.failure(path, error.code)
      }
    case .file:
      try place.checkAccess(path)
      var part = ""
      descriptor = try Self.create(place, path, as: &part)
      self.part = part
      descriptor?.claim()
      guard former != .replaced else { return }
      // Two that began at the same moment: each has claimed its part before it looks at those of others.
      do throws(CommandFailure) {
        try UnfinishedFile.check(place.path, named: path, but: part)
      } catch {
        discard()
        throw error
      }
    }
  }

  deinit { _ = keep() }

  /// The key that tells it apart from other outputs; nil for a pipe, a device, or standard output.
  package var key: String? { place.key }

  /// Whether the bytes are gone where they cannot be taken back, or read.
  package var isDirect: Bool { part == nil }

  /// Where what was written can be read back, as long as it has not taken its name; nil if nowhere.
  package var writtenPath: String? { part }

  /// How many bytes were written so far.
  package var writtenBytes: UInt64 { byteCount }

  /// The name under which an output is written, from 1.
  package static func part(_ number: Int, of path: String) -> String {
    path + (number == 1 ? ".part" : ".part\(number)")
  }

  private static func create(
    _ place: UnsafeOutputPlace,
    _ name: String,
    as part: inout String
  ) throws(CommandFailure) -> UnsafeOutputDescriptor {
    for number in 1...maximumParts {
      part = Self.part(number, of: place.path)
      do { return try UnsafeOutputDescriptor(creating: part, like: place.former) } catch {
        if error == .exists { continue }
        throw UnsafeOutputPlace.failure(name, error.code)
      }
    }
    throw CommandFailure(
      file: name,
      "there are \(maximumParts) unfinished files of that name already",
      remedy: "remove \(name).part and its numbered copies"
    )
  }

  // MARK: Writing

  /// Appends all bytes.
  ///
  /// - Throws: `system` with the `errno`; some of the bytes may be written.
  package func write(_ bytes: RawSpan) throws(MCAPError) {
    precondition(descriptor != nil, "an output that is over takes nothing")
    do { try descriptor?.write(bytes, counting: &byteCount) } catch {
      throw failure(error, "write failed at byte \(byteCount)")
    }
  }

  package var canPatch: Bool { part != nil }

  package func patch(_ bytes: RawSpan, at offset: UInt64) throws(MCAPError) {
    do { try descriptor?.write(bytes, at: offset) } catch {
      throw failure(error, "write failed at byte \(offset)")
    }
  }

  package func end(at offset: UInt64) throws(MCAPError) {
    do { try descriptor?.end(at: offset) } catch {
      throw failure(error, "the file cannot end at byte \(offset)")
    }
    byteCount = offset
  }

  /// Appends a text.
  ///
  /// - Throws: a failure that names the file.
  package func write(_ text: String) throws(CommandFailure) {
    do {
      try Array(text.utf8).withRawSpan { bytes throws(MCAPError) in try write(bytes) }
    } catch { throw CommandFailure(error, file: path) }
  }

  /// Waits until the file is on the disk.
  ///
  /// - Throws: `system` with the `errno`.
  package func synchronize() throws(MCAPError) {
    do { try descriptor?.synchronize() } catch {
      throw failure(error, "fsync failed at byte \(byteCount)")
    }
  }

  /// Writes a file whose whole text is known.
  ///
  /// - Throws: a failure that names the file; a former one is then as it was.
  package static func write(_ text: String, to path: String) throws(CommandFailure) {
    let file = try OutputFile(path, isNone: InputFiles())
    do throws(CommandFailure) {
      try file.write(text)
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  // MARK: The end

  /// Puts the whole output in its place, once it is on the disk.
  ///
  /// - Throws: a failure that names the file; the former one is then as it was.
  package func commit() throws(CommandFailure) {
    do throws(MCAPError) {
      try synchronize()
      do { try descriptor.take()?.close() } catch { throw failure(error, "close failed") }
      guard let part else { return }
      if let code = place.take(part, replaces: former != .kept) {
        throw failure(.init(code: code), "cannot be put in place")
      }
      self.part = nil
    } catch { throw CommandFailure(error, file: path) }
  }

  /// Ends an output that is not whole: it keeps the name that it was written under.
  ///
  /// - Returns: that name; nil if there is nothing to keep, as after ``commit()``.
  package func keep() -> String? {
    guard let part, byteCount > 0 else {
      discard()
      return nil
    }
    descriptor = nil
    self.part = nil
    return part
  }

  /// Ends an output of which nothing is worth keeping.
  package func discard() {
    descriptor = nil
    if let part { UnsafeOutputPlace.remove(part) }
    part = nil
  }

  /// Ends an output that is good as far as it goes: in its place if it is all that was asked for, else under
  /// the name that it was written under, which is said.
  ///
  /// - Parameters:
  ///   - wasInterrupted: whether it is not all that was asked for.
  ///   - what: what is kept if so.
  ///   - console: where that is said.
  /// - Returns: where it is now.
  /// - Throws: a failure that names the file.
  package func finish(
    wasInterrupted: Bool,
    having what: String = "what there is so far",
    _ console: inout Console
  ) throws(CommandFailure) -> String {
    guard wasInterrupted, let part = keep() else {
      try commit()
      return path
    }
    console.complain("interrupted: \(what) is kept as \(part)")
    return part
  }

  /// Runs what writes the output; if that fails, what was written is kept, and the failure says where.
  package func keeping<Result: ~Copyable>(
    _ body: () throws(CommandFailure) -> Result
  ) throws(CommandFailure) -> Result {
    do { return try body() } catch { throw failure(after: error) }
  }

  /// Ends an output over a failure: what was written is kept.
  ///
  /// - Returns: the failure that also says where.
  package func failure(after failure: CommandFailure) -> CommandFailure {
    guard let part = keep() else { return failure }
    return CommandFailure(
      "\(failure.message); what was written so far is kept as \(part)",
      status: failure.status
    )
  }

  private func failure(_ error: UnsafeOutputDescriptor.Errno, _ what: String) -> MCAPError {
    let text = UnsafeTerminal.message(for: error.code)
    return MCAPError(.system(error.code), at: byteCount, "\(what): \(text)")
  }
}

/// A report that continues a history: whole rows are added to the end of a file, in one write.
///
/// Several processes may add to one file: each holds a lock while it does. If the rows do not fit on the disk,
/// the file is as it was. A last line without an end is given one first.
package final class AppendedFile {
  /// The longest first line that is looked at, in bytes.
  package static let longestLine = 1 << 20

  /// The name that the user gave.
  package let path: String
  /// The first line of the file; nil if it is empty, or not there.
  package let firstLine: String?
  private let place: UnsafeOutputPlace
  /// The output that is no regular file, and is written directly.
  private let direct: OutputFile?

  /// Looks at the file, and whether it can be written.
  ///
  /// - Throws: a failure that names the file if it is one of the inputs, or cannot be written.
  package init(_ path: String, isNone inputs: InputFiles) throws(CommandFailure) {
    self.path = path
    place = try UnsafeOutputPlace(path)
    guard case .file = place.kind else {
      direct = try OutputFile(path, isNone: inputs)
      firstLine = nil
      return
    }
    direct = nil
    try inputs.check(path)
    guard place.former != nil else {
      // A folder in which nothing can be created is better known before the work than after it.
      try OutputFile(path, isNone: inputs).discard()
      firstLine = nil
      return
    }
    do {
      var isNew = false
      let file = try UnsafeOutputDescriptor(appendingTo: place.path, isNew: &isNew)
      firstLine = try Self.firstLine(of: file)
    } catch { throw UnsafeOutputPlace.failure(path, error.code) }
  }

  /// The key that tells it apart from other outputs; nil for a pipe, a device, or standard output.
  package var key: String? { place.key }

  /// Adds what `rows` says for a file with this first line.
  ///
  /// - Parameter rows: the text for a file that begins like that, or is empty; nil if they do not go together.
  /// - Returns: whether they did.
  /// - Throws: a failure that names the file; that is then as it was.
  package func append(_ rows: (_ firstLine: String?) -> String?) throws(CommandFailure) -> Bool {
    if let direct {
      guard let text = rows(nil) else { return false }
      try direct.write(text)
      try direct.commit()
      return true
    }
    var isNew = false
    do throws(UnsafeOutputDescriptor.Errno) {
      let file = try UnsafeOutputDescriptor(appendingTo: place.path, isNew: &isNew)
      do throws(UnsafeOutputDescriptor.Errno) {
        try file.lock()
        // Another process may have begun or continued it since.
        guard var text = rows(try Self.firstLine(of: file)) else {
          if isNew, try file.size() == 0 { UnsafeOutputPlace.remove(place.path) }
          return false
        }
        let size = try file.size()
        if size > 0, try file.read(1, at: size - 1) != [UInt8(ascii: "\n")] { text = "\n" + text }
        try file.append(Array(text.utf8))
        try file.synchronize()
      } catch {
        if isNew, try file.size() == 0 { UnsafeOutputPlace.remove(place.path) }
        throw error
      }
      try file.close()
    } catch {
      let problem = UnsafeTerminal.message(for: error.code)
      throw CommandFailure(file: path, "nothing was added to it: \(problem)")
    }
    return true
  }

  private static func firstLine(
    of file: borrowing UnsafeOutputDescriptor
  ) throws(UnsafeOutputDescriptor.Errno) -> String? {
    let bytes = try file.read(longestLine, at: 0)
    guard !bytes.isEmpty else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

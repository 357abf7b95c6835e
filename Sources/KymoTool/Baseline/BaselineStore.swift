import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// Where results are saved under a name: a folder, or the notes of a git repository.
///
/// `main` is a folder of that name in `--baselines DIR`, with a file for each recording, app and kind of result;
/// `git:REVISION` is the commit that this names, with a note for each, under `refs/notes/kymograph/`.
enum BaselineStore: Equatable {
  /// The file of that path.
  case file(String)
  /// A name in a folder.
  case folder(String, name: String)
  /// The notes of a commit.
  case notes(revision: String)

  /// Where names are looked for unless `--baselines` says otherwise.
  static let defaultFolder = ".kymo/baselines"
  /// The beginning of the names of notes, after `refs/notes/`.
  static let notes = "kymograph"
  /// The prefix of a revision.
  static let scheme = "git:"

  /// `--baseline FILE`.
  static let option = OptionSpecification(
    "baseline",
    "FILE|NAME",
    kind: .file,
    help: "An earlier result to compare with; bench and load show it on the page of --export html."
  )
  /// `--save-baseline NAME`.
  static let saving = OptionSpecification(
    "save-baseline",
    "NAME",
    help: "Save the result for --baseline, under a name or as git:REVISION."
  )
  /// `--baselines DIR`.
  static let folder = OptionSpecification(
    "baselines",
    "DIR",
    kind: .file,
    default: defaultFolder,
    help: "The folder of the results that are saved under a name."
  ).rare

  /// All options.
  static let all = [option, saving, folder]

  /// Finds out what a word means.
  ///
  /// - Parameters:
  ///   - word: a file, a name, or `git:` and a revision.
  ///   - folder: where names are.
  ///   - isRead: whether a file of that path is meant, if there is one.
  ///   - option: the option that it belongs to.
  /// - Throws: a usage error if it can be nothing of these.
  init(
    _ word: String,
    in folder: String,
    isRead: Bool,
    option: String
  ) throws(CommandFailure) {
    if isRead, UnsafeFileIdentity(path: word) != nil, !UnsafeFolder.isFolder(word) {
      self = .file(word)
      return
    }
    if word.hasPrefix(Self.scheme) {
      let revision = String(word.dropFirst(Self.scheme.count))
      guard !revision.isEmpty, !revision.hasPrefix("-") else {
        throw .usage("--\(option) \(word): a revision follows git:, such as git:HEAD")
      }
      self = .notes(revision: revision)
      return
    }
    let isName = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isName, !word.isEmpty, !word.hasPrefix(".") else {
      if isRead {
        self = .file(word)
        return
      }
      throw .usage(
        "--\(option) wants a name of letters, digits, dots and dashes, or git:REVISION, not '\(word)'"
      )
    }
    // What ends like a file was meant as one, and is missing.
    self = isRead && word.hasSuffix(".json") ? .file(word) : .folder(folder, name: word)
  }

  // MARK: Reading

  /// Reads what is saved there.
  ///
  /// - Parameter key: of what.
  /// - Returns: the text, and its name for messages.
  /// - Throws: that there is nothing, or that it cannot be read.
  func read(_ key: BaselineKey) throws(CommandFailure) -> (text: String, name: String) {
    switch self {
    case .file(let path):
      return (try UnsafeTextFile.read(path, limit: BenchBaseline.maximumBytes), path)
    case .folder(let folder, let name):
      let path = Self.path(folder, name, key)
      guard UnsafeFileIdentity(path: path) != nil else {
        throw CommandFailure(
          """
          no baseline '\(name)' for this recording and app: there is no \(path.printable); \
          --save-baseline \(name) makes it
          """
        )
      }
      return (try UnsafeTextFile.read(path, limit: BenchBaseline.maximumBytes), path)
    case .notes(let revision):
      let commit = try Self.commit(revision)
      let outcome = try Self.git(["notes", "--ref=\(Self.reference(key))", "show", commit])
      guard outcome.end == .exited(0) else {
        throw CommandFailure(
          """
          \(revision.printable) (\(commit.prefix(12))) has no baseline for this recording and app \
          in refs/notes/\(Self.reference(key)); --save-baseline git:\(revision.printable) makes \
          it, and git fetch origin 'refs/notes/*:refs/notes/*' gets those of others
          """
        )
      }
      return (String(decoding: outcome.output, as: UTF8.self), "git:\(revision)")
    }
  }

  // MARK: Writing

  /// Looks whether something can be saved there, before anything is measured.
  ///
  /// - Throws: that the commit or the folder is not there.
  func check() throws(CommandFailure) {
    switch self {
    case .file: break
    case .folder(let folder, let name):
      try CommandFailure.of(try UnsafeFolder.make("\(folder)/\(name)"))
    case .notes(let revision): _ = try Self.commit(revision)
    }
  }

  /// Saves a result, in the place of a former one.
  ///
  /// - Parameters:
  ///   - text: the result as JSON.
  ///   - key: of what.
  ///   - console: where to say so.
  /// - Throws: why it is not saved.
  func save(_ text: String, _ key: BaselineKey, to console: inout Console) throws(CommandFailure) {
    switch self {
    case .file(let path): preconditionFailure("\(path) is no name")
    case .folder(let folder, let name):
      let path = Self.path(folder, name, key)
      try CommandFailure.of(try UnsafeFolder.make("\(folder)/\(name)"))
      let former = replaced(key)
      try Self.write(text, path)
      console.note("saved the baseline \(name): \(path.printable)\(former)")
    case .notes(let revision):
      let commit = try Self.commit(revision)
      let folder = try CommandFailure.of(try UnsafeTemporaryFolder())
      defer { folder.remove() }
      let path = folder.path + "/note"
      try Self.write(text, path)
      let reference = Self.reference(key)
      let former = replaced(key)
      let outcome = try Self.git(
        ["notes", "--ref=\(reference)", "add", "--force", "--file=\(path)", commit]
      )
      guard outcome.end == .exited(0) else {
        throw CommandFailure("git notes: \(outcome.lastLines())")
      }
      console.note(
        "saved the baseline \(revision.printable): refs/notes/\(reference) of \(commit)\(former)"
      )
    }
  }

  /// Names what is there already and will not be any more, as the end of a sentence; empty if there
  /// is nothing.
  private func replaced(_ key: BaselineKey) -> String {
    do throws(CommandFailure) {
      let text = try read(key).text
      var former = "the one before"
      do {
        let reader = try ReportReader(json: text)
        if let recording = reader.textIfThere("recording", of: reader.root) {
          former = "one of \(recording.printable)"
        }
      } catch {}
      return ", replacing \(former)"
    } catch { return "" }
  }

  private static func write(_ text: String, _ path: String) throws(CommandFailure) {
    let file = try OutputFile(path, isNone: InputFiles())
    try file.keeping { () throws(CommandFailure) in
      try file.write(text)
      try file.commit()
    }
  }

  // MARK: Places

  private static func path(_ folder: String, _ name: String, _ key: BaselineKey) -> String {
    "\(folder)/\(name)/\(key.text).json"
  }

  private static func reference(_ key: BaselineKey) -> String { "\(notes)/\(key.text)" }

  private static func git(_ arguments: [String]) throws(CommandFailure) -> ChildOutcome {
    try CommandFailure.of(
      try UnsafeChildProcess.run(["git"] + arguments, outputLimit: BenchBaseline.maximumBytes)
    )
  }

  private static func commit(_ revision: String) throws(CommandFailure) -> String {
    let outcome = try git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"]
    )
    guard outcome.end == .exited(0) else {
      throw CommandFailure(
        "git:\(revision.printable) is not a commit of the repository around this folder"
      )
    }
    return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

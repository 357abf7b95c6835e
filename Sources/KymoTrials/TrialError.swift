public import KymoMCAP
package import KymoRecording

/// Why a trial came to nothing.
///
/// Its text is one line that names what failed, what went wrong and, where there is one, the remedy:
/// `main: there is no Package.swift in it (--build COMMAND --executable PATH builds anything else)`.
public struct TrialError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The meaning of an error for whoever asked, for code that decides.
  public enum Kind: Equatable, Sendable {
    /// An input, a build or a process failed.
    case failed
    /// It was stopped, or its time was over, before there was a result.
    case stopped
    /// Nothing was found out, and another try may: a process was killed, or a disk was not there.
    case temporary
    /// The input has nothing in it that can be offered.
    case empty
    /// An app came to another result when it ran again.
    case diverged
    /// The parts of a request do not go together.
    case request
  }

  /// The meaning.
  public var kind: Kind
  /// The file, the revision or the program that it is about; nil if it is about none.
  public var subject: String?
  /// The problem, without its subject.
  public var problem: String
  /// The remedy, as options of the command line have it; nil if nobody knows one.
  public var remedy: String?
  /// The problem with the recording that it is about; nil if it is about something else.
  public var recording: MCAPError?

  /// States what went wrong.
  public init(
    about subject: String? = nil,
    _ problem: String,
    remedy: String? = nil,
    kind: Kind = .failed
  ) {
    self.kind = kind
    self.subject = subject
    self.problem = problem
    self.remedy = remedy
  }

  /// A recording could not be read.
  public init(_ error: MCAPError, about file: String) {
    self.init(about: file, error.message)
    recording = error
  }

  /// A session could not be played.
  package init(_ error: SessionError, about file: String) {
    switch error {
    case .file(let error): self.init(error, about: file)
    case .content(let problem): self.init(about: file, problem)
    }
  }

  /// Returns the error for a request whose parts do not go together.
  package static func request(_ problem: String) -> TrialError {
    TrialError(problem, kind: .request)
  }

  /// All of it, in a line; the end of what a compiler said has several.
  public var description: String {
    (subject.map { "\($0): " } ?? "") + problem + (remedy.map { " (\($0))" } ?? "")
  }
}

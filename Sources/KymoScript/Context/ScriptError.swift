/// Why a script did not do what it was to do.
public enum ScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The engine cannot be loaded.
  case engine(String)
  /// The browser in which the page runs does not do its part.
  case browser(String)
  /// The script has thrown, or is no script.
  case thrown(ScriptException)
  /// It ran longer than it may, in seconds.
  case timeLimit(Double, source: String)
  /// It took more memory than it may, in bytes.
  case memoryLimit(Int, source: String)
  /// The page had so many turns at one time of the session, as by messages that its scripts send themselves.
  case endlessTurns(Int, source: String)
  /// It was ended, as somebody asked for that.
  case interrupted(source: String)
  /// The value to be called is no function, or no property of that name is there.
  case notCallable(String)
  /// The value belongs to another context.
  case foreignValue

  /// The problem, and its place.
  public var description: String {
    switch self {
    case .engine(let reason): "JavaScriptCore cannot be loaded: \(reason)"
    case .browser(let problem): problem
    case .thrown(let exception): "\(exception)"
    case .timeLimit(let seconds, let source):
      "\(source): a script ran longer than \(seconds) s of processor time and was ended"
    case .memoryLimit(let bytes, let source):
      "\(source): scripts took more than \(bytes >> 20) MiB and were ended"
    case .endlessTurns(let count, let source):
      "\(source): its scripts had \(count) turns at one time of the session without an end, as by messages to themselves"
    case .interrupted(let source): "\(source): a script was interrupted"
    case .notCallable(let name): "\(name) is not a function"
    case .foreignValue: "a value of another context"
    }
  }
}

/// An exception that a script has thrown.
public struct ScriptException: Error, Sendable, Equatable, CustomStringConvertible {
  /// The class of the error, such as "TypeError"; empty if what was thrown is no error.
  public var name: String
  /// The message.
  public var message: String
  /// The name that the script was evaluated under; empty if it is not known.
  public var source: String
  /// The line in it, from 1; 0 if it is not known.
  public var line: Int
  /// The column in the line, from 1; 0 if it is not known.
  public var column: Int
  /// The calls that led there, the innermost first; empty if it is not known.
  public var stack: String

  /// An exception; what is not known may be left out.
  public init(
    name: String = "Error",
    message: String,
    source: String = "",
    line: Int = 0,
    column: Int = 0,
    stack: String = ""
  ) {
    self.name = name
    self.message = message
    self.source = source
    self.line = line
    self.column = column
    self.stack = stack
  }

  /// `source:line:column: name: message`, without what is not known.
  public var description: String {
    var text = ""
    if !source.isEmpty {
      text = source
      if line > 0 { text += column > 0 ? ":\(line):\(column)" : ":\(line)" }
      text += ": "
    }
    return text + (name.isEmpty ? message : message.isEmpty ? name : "\(name): \(message)")
  }
}

import KymoCore
import KymoText

/// The answer to a call of a page; its dialect words it as the phone does.
enum DialectAnswer: Equatable {
  /// Done; the value is JSON, nil if there is none.
  case value(String?)
  /// It failed.
  case error(DialectError)
  /// There is none yet.
  case later
  /// Nobody has such a command.
  case unknown

  /// The answer to a call whose handlers sent none; nil for an unknown command.
  init?(_ status: OutcomeStatus) {
    switch status {
    case .completed: self = .value(nil)
    case .unknownCommand: return nil
    case .validationFailed:
      self = .error(DialectError(code: "VALIDATION", message: status.name, status: 9))
    case .exited, .failed: self = .error(DialectError(message: status.name, status: 9))
    case .malformed: self = .error(DialectError(message: status.name, status: 8))
    }
  }

  /// The text of the message to the page: a line that says to whom it goes, and JSON.
  ///
  /// - Parameters:
  ///   - token: who waits.
  ///   - keeps: whether more answers come.
  /// - Returns: the text.
  func text(to token: String, keeps: Bool) -> String {
    let end = " \(token) \(keeps ? 1 : 0)\n"
    return switch self {
    case .value(let json): "value" + end + (json ?? "")
    case .error(let error): "error" + end + error.json
    case .later, .unknown: preconditionFailure("what is no answer is not sent")
    }
  }

  /// The text for a script that waits for it: the kind in a line, and JSON.
  var textAtOnce: String {
    switch self {
    case .value(let json): "value\n" + (json ?? "")
    case .error(let error): "error\n" + error.json
    case .later: "later"
    case .unknown: "unknown"
    }
  }
}

/// Why a call failed.
struct DialectError: Equatable {
  /// The code that a plugin gives; empty if none.
  var code = ""
  /// What went wrong.
  var message: String
  /// The status by Cordova's table: 2 no such class, 3 not permitted, 7 no such action, 8 JSON, 9 any other.
  var status = 9
  /// What else came with it, as JSON; nil if nothing did.
  var data: String?

  /// A failure.
  init(code: String = "", message: String, status: Int = 9, data: String? = nil) {
    self.code = code
    self.message = message
    self.status = status
    self.data = data
  }

  /// The error as JSON.
  var json: String {
    var members = [
      JSONMember("message", JSONText(message)), JSONMember("status", JSONText(status)),
    ]
    if let number = Int64(code) {
      members.insert(JSONMember("code", JSONText(number)), at: 0)
    } else if !code.isEmpty {
      members.insert(JSONMember("code", JSONText(code)), at: 0)
    }
    let text = JSONText.object(members).line
    return data.map { "\(text.dropLast()),\"data\":\($0)}" } ?? text
  }
}

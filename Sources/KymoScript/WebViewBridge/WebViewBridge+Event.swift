extension WebViewBridge {
  /// An event that upstream ignores, loses or crashes at, in words that a program can tell apart.
  public enum Event: Sendable, Equatable {
    /// The page has the bridge now; its number.
    case installed(page: Int)
    /// The page has something else of the bridge's name already, and does not get it.
    case notInstalled
    /// A page lacks what the bridge needs, or its half cannot be installed.
    case badPage(ScriptError)
    /// A page of another origin asks for the bridge, or wakes it.
    case refusedOrigin(String)
    /// The scheme is the bridge's, the rest is nothing that it knows; the navigation was stopped, as version 4 does.
    case unknownCommand(url: String)

    /// Nobody handles messages of the name; nil: there is no default handler.
    case noHandler(Direction, name: String?)
    /// A handler has thrown; an answer's callback, if there is no name.
    case handlerThrew(Direction, name: String?, reason: String)
    /// Somebody answers what was never asked.
    case unknownResponse(Direction, id: String)
    /// Somebody answers a second time.
    case duplicateResponse(Direction, id: String)
    /// Somebody answers what was asked before a reset, or by a page that is gone.
    case lateResponse(Direction, id: String)

    /// The value that the page gave for its queue is no list of messages.
    case malformedQueue(MalformedQueue)
    /// A message of a queue is none; its index in the queue.
    case malformedMessage(Direction, index: Int, reason: String)
    /// A script of the page ended with an error while it was given a message.
    case scriptFailed(ScriptError)

    /// A page has gone, and what it had not dispatched, not handed over and not answered with it.
    case droppedByReload(Losses)
    /// A reset has dropped what waited for a page, and the answers that were waited for.
    case droppedByReset(Losses)
  }

  /// The problem with a queue.
  public enum MalformedQueue: Sendable, Equatable {
    /// There is no text, or an empty one.
    case empty
    /// It is no JSON.
    case notJSON(String)
    /// It is JSON, and no array: "object", "string", "number", "boolean" or "null".
    case notArray(String)
    /// It is longer than the options allow, in bytes.
    case tooLong(Int)
  }

  /// How much was lost at once.
  public struct Losses: Sendable, Equatable {
    /// Messages for the page that it had not dispatched.
    public var toPage: UInt64 = 0
    /// Messages of the page that were not fetched.
    public var toNative: UInt64 = 0
    /// Answers that native code waited for.
    public var answers: UInt64 = 0
    /// Answers that the page waited for.
    public var pageAnswers: UInt64 = 0

    /// Losses; what is not given is 0.
    public init(
      toPage: UInt64 = 0,
      toNative: UInt64 = 0,
      answers: UInt64 = 0,
      pageAnswers: UInt64 = 0
    ) {
      self.toPage = toPage
      self.toNative = toNative
      self.answers = answers
      self.pageAnswers = pageAnswers
    }

    /// Whether nothing was lost.
    public var isNothing: Bool { self == Losses() }
  }
}

extension WebViewBridge.Event: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    func named(_ name: String?) -> String { name.map { "'\($0)'" } ?? "without a name" }
    return switch self {
    case .installed(let page): "page \(page) has the bridge"
    case .notInstalled: "the page has something else of the bridge's name, and does not get it"
    case .badPage(let error): "the page cannot have the bridge: \(error)"
    case .refusedOrigin(let origin): "a page of \(origin) asked for the bridge"
    case .unknownCommand(let url): "\(url) is nothing that the bridge knows"
    case .noHandler(.toNative, let name): "native code has no handler \(named(name))"
    case .noHandler(.toPage, let name): "the page has no handler \(named(name))"
    case .handlerThrew(let side, let name, let reason):
      "\(side == .toPage ? "the page's" : "the native") handler \(named(name)) has thrown: \(reason)"
    case .unknownResponse(_, let id): "an answer to \(id), which nobody has asked"
    case .duplicateResponse(_, let id): "a second answer to \(id)"
    case .lateResponse(_, let id):
      "an answer to \(id), which was asked before a reset or by another page"
    case .malformedQueue(let reason): "the page's queue is no list of messages: \(reason)"
    case .malformedMessage(_, let index, let reason):
      "message \(index) of a queue is none: \(reason)"
    case .scriptFailed(let error):
      "a script of the page ended while it was given a message: \(error)"
    case .droppedByReload(let losses), .droppedByReset(let losses):
      "lost: \(losses.toPage) messages for the page, \(losses.toNative) of it, "
        + "\(losses.answers + losses.pageAnswers) answers"
    }
  }
}

extension WebViewBridge.MalformedQueue: CustomStringConvertible {
  /// The problem in words.
  public var description: String {
    switch self {
    case .empty: "there is no text"
    case .notJSON(let reason): "it is not JSON: \(reason)"
    case .notArray(let kind): "it is of the kind \(kind)"
    case .tooLong(let bytes): "it has \(bytes) bytes, more than are taken"
    }
  }
}

import KymoBridge
import KymoCore
import KymoHTTP
public import KymoText

/// Something that happens to a ``Browser``, with what its command says about it.
public enum BrowserEvent: Sendable, Equatable {
  /// Go or refresh, with the text in the field; nil for what is there.
  case loadLocation(String?)
  /// A link was tapped.
  case followLink(String)
  /// The button that shortens was tapped.
  case shortenURL
  /// The button that copies was tapped.
  case copyURL
  /// The web view has begun to load a page, or a frame of it.
  case didStartLoad(url: String)
  /// The web view has loaded a page, or a frame of it; its request has this URL.
  case didFinishLoad(url: String)
  /// The web view could not load a page, or a frame of it.
  case didFailLoad(description: String, code: Int64)
  /// A connection has the head of an answer.
  case didReceiveResponse(connection: Int64, status: Int64, url: String)
  /// A connection has the next bytes.
  case didReceiveData(connection: Int64, [UInt8])
  /// A connection has its answer.
  case didFinishLoading(connection: Int64)
  /// A connection has failed.
  case didFail(connection: Int64, description: String, code: Int64)

  /// Makes the event of a connection from one of the network.
  init(_ event: FetchEvent, connection: Int64) {
    self =
      switch event {
      case .response(let head):
        .didReceiveResponse(connection: connection, status: Int64(head.status), url: head.url)
      case .data(let bytes): .didReceiveData(connection: connection, bytes)
      case .end: .didFinishLoading(connection: connection)
      case .failure(let failure):
        .didFail(
          connection: connection,
          description: failure.description,
          code: Int64(failure.code)
        )
      }
  }

  /// The load that came to nothing.
  init(failed failure: FetchFailure) {
    self = .didFailLoad(description: failure.description, code: Int64(failure.code))
  }

  /// The command that says it.
  public var command: BrowserCommand {
    switch self {
    case .loadLocation: .loadLocation
    case .followLink: .shouldStartLoadWithRequest
    case .shortenURL: .shortenURL
    case .copyURL: .copyURL
    case .didStartLoad: .webViewDidStartLoad
    case .didFinishLoad: .webViewDidFinishLoad
    case .didFailLoad: .didFailLoadWithError
    case .didReceiveResponse: .didReceiveResponse
    case .didReceiveData: .didReceiveData
    case .didFinishLoading: .connectionDidFinishLoading
    case .didFail: .connectionDidFailWithError
    }
  }

  /// The parameters of the command, for the message of a call; nil if it has none.
  public var parameters: JSONText? {
    switch self {
    case .loadLocation(nil), .shortenURL, .copyURL: nil
    case .loadLocation(let text?): [.string(text)]
    case .followLink(let url), .didStartLoad(let url), .didFinishLoad(let url): [.string(url)]
    case .didFailLoad(let description, let code): [.string(description), .integer(code)]
    case .didReceiveResponse(let connection, let status, let url):
      [.integer(connection), .integer(status), .string(url)]
    case .didReceiveData(let connection, let bytes):
      if let text = String(validating: bytes, as: UTF8.self) {
        [.integer(connection), .string(text)]
      } else {
        [.integer(connection), .string(HexBytes.encode(bytes)), "hex"]
      }
    case .didFinishLoading(let connection): [.integer(connection)]
    case .didFail(let connection, let description, let code):
      [.integer(connection), .string(description), .integer(code)]
    }
  }

  /// The text of the call that says it: `call?cmd=…`, percent-escaped.
  public var call: String {
    let name = "call?cmd=" + command.rawValue
    guard let parameters else { return name }
    let text = parameters.line
    return name + "&msg=" + PercentEscapes.encode(text, keeping: PercentEscapes.isUnreserved)
  }
}

extension BrowserEvent {
  /// Reads the parameters of a command from its request.
  ///
  /// - Throws: `missingParameter`, `wrongType`; `invalidValue` for bytes that are none.
  init(_ command: BrowserCommand, _ exchange: borrowing Exchange) throws(HandlerError) {
    switch command {
    case .loadLocation:
      self = .loadLocation(exchange.parameter(1) == nil ? nil : try exchange.string(at: 1))
    case .shouldStartLoadWithRequest: self = .followLink(try exchange.string(at: 1))
    case .shortenURL: self = .shortenURL
    case .copyURL: self = .copyURL
    case .webViewDidStartLoad: self = .didStartLoad(url: try exchange.string(at: 1))
    case .webViewDidFinishLoad: self = .didFinishLoad(url: try exchange.string(at: 1))
    case .didFailLoadWithError:
      self = .didFailLoad(
        description: try exchange.string(at: 1),
        code: try exchange.integer(at: 2)
      )
    case .didReceiveResponse:
      self = .didReceiveResponse(
        connection: try exchange.integer(at: 1),
        status: try exchange.integer(at: 2),
        url: exchange.parameter(3) == nil ? "" : try exchange.string(at: 3)
      )
    case .didReceiveData:
      self = .didReceiveData(
        connection: try exchange.integer(at: 1),
        try Self.bytes(exchange)
      )
    case .connectionDidFinishLoading:
      self = .didFinishLoading(connection: try exchange.integer(at: 1))
    case .connectionDidFailWithError:
      self = .didFail(
        connection: try exchange.integer(at: 1),
        description: try exchange.string(at: 2),
        code: try exchange.integer(at: 3)
      )
    }
  }

  /// The bytes of a piece of a body.
  private static func bytes(_ exchange: borrowing Exchange) throws(HandlerError) -> [UInt8] {
    let text = try exchange.string(at: 2)
    if exchange.parameter(3) == nil { return Array(text.utf8) }
    guard exchange.parameter(3, is: "hex"), let bytes = HexBytes.decode(text) else {
      throw .invalidValue
    }
    return bytes
  }
}

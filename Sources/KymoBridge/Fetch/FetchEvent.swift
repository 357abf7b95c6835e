/// Something that happens to a request that was started.
///
/// In order: any number of responses (one, but for a server that replaces what it sent, part by part), each
/// with its data, and then the end or a failure, behind which nothing comes.
public enum FetchEvent: Sendable, Equatable {
  /// The head of an answer; what came before it is replaced.
  case response(FetchResponse)
  /// The next bytes of the body, one at least.
  case data([UInt8])
  /// The answer is whole.
  case end
  /// There will be no more of it.
  case failure(FetchFailure)

  /// The kind of event, without its contents.
  public enum Kind: Sendable, Equatable {
    case response, data, end, failure
  }

  /// The kind of event.
  public var kind: Kind {
    switch self {
    case .response: .response
    case .data: .data
    case .end: .end
    case .failure: .failure
    }
  }

  /// Whether nothing comes behind it.
  public var isLast: Bool { kind == .end || kind == .failure }
}

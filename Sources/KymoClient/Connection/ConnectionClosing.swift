/// The side that closed a connection.
public enum ConnectionClosing: String, Sendable, CaseIterable {
  /// Nobody: it is open, or there never was one.
  case none
  /// The server, in order: it sent a FIN.
  case serverEnded = "server FIN"
  /// The server, breaking it off: it sent a RST.
  case serverReset = "server RST"
  /// This client, since the reply announced that the server would.
  case announced = "client, as announced"
  /// This client, as what came is no reply, or did not come in time.
  case client

  /// The same in a report for people, behind "closed by".
  public var text: String {
    switch self {
    case .none: "nobody"
    case .serverEnded: "the server (FIN)"
    case .serverReset: "the server (RST)"
    case .announced: "this client, as the reply announced it"
    case .client: "this client"
    }
  }

  /// Its place among all.
  var place: Int {
    switch self {
    case .none: 0
    case .serverEnded: 1
    case .serverReset: 2
    case .announced: 3
    case .client: 4
    }
  }
}

extension [ConnectionClosing: Int] {
  /// How many were closed by anybody.
  public var total: Int { values.reduce(0, +) }

  /// The number of connections that each side closed, in the order of all cases.
  public var inOrder: [(who: ConnectionClosing, count: Int)] {
    ConnectionClosing.allCases.compactMap { who in self[who].map { (who, $0) } }
  }
}

import KymoBridge
import KymoText

/// An order of a ``Browser`` to its web view and its network.
public enum BrowserOrder: Sendable, Equatable {
  /// The web view is to load a URL; nil is what `URLWithString:` made of a text that it could not read.
  case load(String?)
  /// A connection is to get a URL.
  case connect(Int64, String)
  /// A connection is to be ended.
  case cancel(Int64)

  /// The order as a part of the state that is replied.
  var json: JSONText {
    switch self {
    case .load(let url): ["load": JSONText(url)]
    case .connect(let connection, let url):
      ["connection": .integer(connection), "get": .string(url)]
    case .cancel(let connection): ["connection": .integer(connection), "cancel": true]
    }
  }
}

import KymoBridge
import KymoCore
package import KymoProfile
package import KymoRecording
import KymoReport
package import KymoText

/// The handlers of an app, as a build says them to whoever counts what they execute.
///
/// A function is known by its symbol to a counter, and by its place to a reader. The program that has both is asked, in
/// a process of its own: nothing of it is in what is counted.
package struct HandlerList {
  /// The schema of the document.
  static let schema = "kymograph.handlers/1"
  /// The most of an answer that is read, in bytes.
  static let limit = 1 << 22

  /// The name of the app.
  package let app: String
  /// Its handlers, by command and stage.
  package let handlers: [HandlerSymbols]

  /// Lists the handlers of an app of this program.
  ///
  /// - Throws: why the app cannot be made.
  package init(_ type: any App.Type, _ setup: AppSetup) throws(AppError) {
    var mapped: [MappedHandler] = []
    _ = try AppInstance(type, setup: setup) { map throws(CommandTableError) in
      mapped = try map.mappedHandlers()
    }
    app = type.name
    handlers = HandlerSymbols.all(mapped)
  }

  /// The names of those that are closures.
  package var names: HandlerNames { HandlerNames(handlers) }

  /// The document `kymograph.handlers/1`.
  package var json: JSONText {
    [
      "schema": JSONText(Self.schema),
      "app": JSONText(app),
      "handlers": JSONText(
        handlers.map { handler in
          [
            "name": JSONText(handler.place.name),
            "command": JSONText(handler.place.command),
            "stage": JSONText("\(handler.place.stage)"),
            "symbols": JSONText(handler.symbols.map { JSONText($0) }),
          ]
        }
      ),
    ]
  }

  /// The names in a document of that schema; nil if it is none.
  static func names(json bytes: [UInt8]) -> HandlerNames? {
    guard !bytes.isEmpty, bytes.count <= limit else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    let root = document.root
    guard document.kind(of: root) == .object, document.text("schema", of: root) == schema,
      let list = document.member("handlers", of: root), document.kind(of: list) == .array
    else { return nil }
    var handlers: [(name: String, symbols: [String])] = []
    var cursor = document.cursor(over: list)
    while let handler = cursor.next(in: document) {
      guard document.kind(of: handler) == .object, let name = document.text("name", of: handler),
        let symbols = document.texts("symbols", of: handler)
      else { return nil }
      handlers.append((name, symbols))
    }
    return HandlerNames(handlers)
  }
}

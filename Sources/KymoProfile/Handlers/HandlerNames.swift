import KymoCore

/// The names of those functions that are handlers made of closures: `trip, view` for `StepCounter.map.getter {closure 4}`.
///
/// A function is known by its symbols, which the program with the handlers has told. A symbol that nobody told keeps the
/// name that it has.
package struct HandlerNames: Sendable, Equatable {
  private var bySymbol: [String: [String]] = [:]
  /// The names by closure: a function that a compiler makes of one besides (one that forwards to
  /// it, one for certain arguments) is the closure, too.
  private var byClosure: [String: [String]] = [:]

  /// No names.
  package init() {}

  /// The names of handlers whose symbols are known.
  package init(_ handlers: [HandlerSymbols]) {
    self.init(handlers.map { (name: $0.place.name, symbols: $0.symbols) })
  }

  /// Names with their symbols, in the order in which the handlers are mapped.
  package init(_ handlers: [(name: String, symbols: [String])]) {
    for (name, symbols) in handlers {
      for symbol in symbols {
        bySymbol[symbol, default: []].append(name)
        guard let closure = SymbolName.closure(symbol) else { continue }
        if byClosure[closure]?.contains(name) != true {
          byClosure[closure, default: []].append(name)
        }
      }
    }
  }

  /// Whether it knows no handler.
  package var isEmpty: Bool { bySymbol.isEmpty }

  /// Whether the dispatcher calls the function of a symbol as a handler.
  package func hasHandler(_ symbol: String) -> Bool { bySymbol[symbol] != nil }

  /// The name of the handler that a function is, or belongs to; nil if it is none that is known.
  ///
  /// A closure that is written once and mapped several times has the names of two handlers, or that of the first and the
  /// number of the others: which of them a call was for cannot be told by the function.
  package func name(ofSymbol symbol: String) -> String? {
    if let names = bySymbol[symbol] { return Self.joined(names) }
    guard !byClosure.isEmpty, let closure = SymbolName.closure(symbol) else { return nil }
    return byClosure[closure].map(Self.joined)
  }

  /// The name that a reader sees for a symbol, whether it is that of a handler or not.
  package func shownName(ofSymbol symbol: String) -> String {
    name(ofSymbol: symbol) ?? SymbolName.shown(symbol)
  }

  private static func joined(_ names: [String]) -> String {
    names.count < 3 ? names.joined(separator: " and ") : "\(names[0]) and \(names.count - 1) more"
  }
}

extension Profile {
  /// The note that says how handlers are called that are closures.
  static let closureNames = ProfileNote(name: "closures", value: "named by command and stage")

  /// Gives the functions that are handlers the names of these, and notes it.
  ///
  /// - Complexity: O(frames).
  package mutating func name(_ handlers: HandlerNames) {
    guard !handlers.isEmpty else { return }
    for index in frames.indices where !frames[index].symbol.isEmpty {
      guard let name = handlers.name(ofSymbol: frames[index].symbol) else { continue }
      frames[index].name = name
    }
    notes.append(Self.closureNames)
  }

  /// The profile with names that can be compared with those of another: those of symbols, if the other has symbols and
  /// no names of handlers.
  func named(like other: Profile) -> Profile {
    guard notes.contains(Self.closureNames), !other.notes.contains(Self.closureNames),
      other.frames.contains(where: { !$0.symbol.isEmpty })
    else { return self }
    var profile = self
    for index in frames.indices where !frames[index].symbol.isEmpty {
      profile.frames[index].name = SymbolName.shown(frames[index].symbol)
    }
    return profile
  }
}

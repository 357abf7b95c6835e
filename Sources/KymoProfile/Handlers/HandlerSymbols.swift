package import KymoCore

/// A handler of an app, and the symbols of the function that it is if it is a closure.
package struct HandlerSymbols: Sendable, Equatable {
  /// The place at which it is mapped.
  package let place: HandlerPlace
  /// All symbols of the function that the dispatcher calls; none of a class, and none in a program that was stripped.
  package let symbols: [String]

  /// Finds the symbols of handlers, which are those of this process.
  ///
  /// - Complexity: O(symbols of the program).
  package static func all(_ handlers: [MappedHandler]) -> [HandlerSymbols] {
    var symbolizer = Symbolizer()
    let entries = Set(handlers.compactMap { $0.closureEntry.map(UInt64.init) })
    let symbols = symbolizer.symbols(ofFunctionsAt: entries)
    return handlers.map { handler in
      HandlerSymbols(
        place: handler.place,
        symbols: handler.closureEntry.flatMap { symbols[UInt64($0)] } ?? []
      )
    }
  }
}

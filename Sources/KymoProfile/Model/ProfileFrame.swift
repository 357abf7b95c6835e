/// A function on a stack.
public struct ProfileFrame: Sendable, Equatable, Hashable {
  /// What a reader sees: demangled and shortened, or `module+0x12ab` for what has no symbol.
  public var name: String
  /// The symbol as the linker has it; empty if there is none.
  public var symbol: String
  /// The file of the program or library that it lies in, without folders; empty if unknown.
  public var module: String

  /// A function.
  public init(name: String, symbol: String = "", module: String = "") {
    self.name = name
    self.symbol = symbol
    self.module = module
  }

  /// The name that a reader sees for a symbol; the symbol itself if it is none of Swift or C++.
  public static func shownName(ofSymbol symbol: String) -> String { SymbolName.shown(symbol) }
}

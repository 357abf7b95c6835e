public import KymoCore

/// Finds the command of a request before it is dispatched: where names become ids.
public struct CallRouter: ~Copyable {
  let names: CommandNames
  var calls: CallDecoder

  /// Looks calls up in the names of a table.
  public init(_ names: CommandNames, rules: CallRules) {
    self.names = names
    calls = CallDecoder(rules)
  }

  /// The id of the command that the URL `text` calls; `unknown` if it calls none, or none of the table.
  ///
  /// - Complexity: O(bytes), without allocation.
  public mutating func command(of text: RawSpan) -> CommandID {
    let names = names
    do throws(CallError) {
      guard try calls.decodeName(utf8: text) == .call else { return .unknown }
    } catch { return .unknown }
    return calls.withCommand { names.id(of: $0) }
  }
}

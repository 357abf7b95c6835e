import KymoText

/// A bar below a figure, as long as its share of the largest of its column.
enum HTMLBar {
  /// The bar as HTML.
  ///
  /// - Parameters:
  ///   - value: the figure.
  ///   - largest: the figure whose bar is as wide as the cell.
  /// - Returns: an element without text; nothing if there is no share.
  static func html(_ value: Double, of largest: Double) -> String {
    guard largest > 0, value >= 0 else { return "" }
    let percent = NumberText.fixed(100 * min(1, value / largest), decimals: 1)
    return
      "<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:\(percent)%\"></span></span>"
  }
}

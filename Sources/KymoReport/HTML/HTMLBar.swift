import KymoText

/// Small plots in cells of tables; the figures that they show stand beside them.
enum HTMLBar {
  /// A bar below a figure, as long as its share of the largest of its column.
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

  /// A range around nothing, which is in the middle of the cell.
  ///
  /// - Parameters:
  ///   - range: from where to where.
  ///   - widest: how far the cell reaches in either direction.
  /// - Returns: an element without text; a dash if the cell reaches nowhere.
  static func range(_ range: ClosedRange<Double>, within widest: Double) -> String {
    guard widest > 0 else { return QuantityLabel.missing }
    func percent(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
    let start = 50 * (1 + max(-1, range.lowerBound / widest))
    let end = 50 * (1 + min(1, range.upperBound / widest))
    let place = "margin-left:\(percent(start))%;width:\(percent(max(0, end - start)))%"
    return "<span class=\"bar range\" aria-hidden=\"true\"><span style=\"\(place)\"></span></span>"
  }
}

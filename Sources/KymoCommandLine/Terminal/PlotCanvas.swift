/// A grid of dots that turns into characters: braille of 2 × 4 dots, or ASCII of 1 × 2.
package struct PlotCanvas: Sendable {
  /// The dots from left to right.
  package let columns: Int
  /// The dots from top to bottom.
  package let rows: Int

  private let isUnicode: Bool
  private let cellsAcross: Int
  private var dots: [Bool]

  /// A blank canvas of `width` × `height` characters.
  package init(width: Int, height: Int, isUnicode: Bool) {
    self.isUnicode = isUnicode
    self.cellsAcross = width
    self.columns = width * (isUnicode ? 2 : 1)
    self.rows = height * (isUnicode ? 4 : 2)
    self.dots = Array(repeating: false, count: columns * rows)
  }

  /// Sets the dots of one column between two rows, in either order.
  package mutating func draw(column: Int, from first: Int, to last: Int) {
    for row in min(first, last)...max(first, last) { dots[row * columns + column] = true }
  }

  /// The canvas as one string for each line of characters.
  package var lines: [String] {
    let dotsDown = isUnicode ? 4 : 2
    return stride(from: 0, to: rows, by: dotsDown).map { top in
      String((0..<cellsAcross).map { isUnicode ? braille($0, top) : ascii($0, top) })
    }
  }

  private func isSet(_ column: Int, _ row: Int) -> Bool { dots[row * columns + column] }

  private func braille(_ cell: Int, _ top: Int) -> Character {
    // Unicode numbers the dots 1, 2, 3, 7 down the left and 4, 5, 6, 8 down the right.
    let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    var pattern: UInt32 = 0
    for side in 0..<2 {
      for down in 0..<4 where isSet(cell * 2 + side, top + down) { pattern |= bits[side][down] }
    }
    guard pattern != 0, let scalar = Unicode.Scalar(0x2800 + pattern) else { return " " }
    return Character(scalar)
  }

  private func ascii(_ cell: Int, _ top: Int) -> Character {
    switch (isSet(cell, top), isSet(cell, top + 1)) {
    case (true, true): ":"
    case (true, false): "'"
    case (false, true): "."
    case (false, false): " "
    }
  }
}

/// One CSV file of a phone app: the rows of one sensor.
struct SensorSheet {
  /// Where the value of a cell comes from.
  enum Cell {
    /// A double of the message.
    case number(Int)
    /// A hundredth of a double of the message.
    case hundredth(Int)
    case latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, course
    /// Nothing that is known.
    case unknown
  }

  /// The name of the file.
  var name: String
  /// The heading, without the columns of times.
  var heading: String
  /// The cells of a row, behind the times.
  var cells: [Cell]

  /// Names file, heading and cells.
  init(_ name: String, _ heading: String, _ cells: [Cell]) {
    self.name = name
    self.heading = heading
    self.cells = cells
  }

  /// Whether rows are made of fixes.
  var isOfFixes: Bool { cells.contains { if case .latitude = $0 { true } else { false } } }

  /// How many doubles a message must have.
  var doubles: Int {
    cells.reduce(0) { count, cell in
      switch cell {
      case .number(let place), .hundredth(let place): max(count, place + 1)
      default: count
      }
    }
  }
}

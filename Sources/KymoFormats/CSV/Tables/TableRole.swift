/// The role of a CSV file of a known app in the import.
enum TableRole: Equatable {
  case acceleration(AccelerationTable)
  case location(LocationTable)
  /// Samples for a channel that may or may not be imported.
  case samples(SampleTable)
  /// The gravity that is missing in accelerations without it.
  case gravity(AccelerationTable)
  /// Keys and values, or one row of facts, about the recording.
  case facts
  /// Known, but nothing that becomes an event.
  case unused
  /// The columns of an acceleration, and a name that tells nothing: numbers of a channel of their own, if the file
  /// is one of many.
  case unknownSensor(SampleTable)

  /// What its rows are read into; nil if there are none.
  private var table: (any RankedTable)? {
    switch self {
    case .acceleration(let table), .gravity(let table): table
    case .location(let table): table
    case .samples(let table), .unknownSensor(let table): table
    case .facts, .unused: nil
    }
  }

  /// The meaning of a row.
  var sharing: RowSharing { table?.times.sharing ?? .none }

  /// The columns of its values.
  var columns: [Int?] { table?.uses.map(\.column) ?? [] }
}

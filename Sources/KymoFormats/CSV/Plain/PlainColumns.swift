import KymoRecording

/// What becomes of the columns of a table whose rows are plain: numbers, without quotes and blanks.
struct PlainColumns {
  /// A column of values.
  struct Value: Equatable {
    /// The column; nil if the file has none.
    var column: Int?
    /// The factor that brings the file's value into the unit of the channel.
    var factor = 1.0
    /// The range of a value in the unit of the channel that calls for no remark.
    var usual: ClosedRange<Double>?
  }

  /// The limits within which a value is plain.
  struct Limits {
    /// The factor that brings the file's value into the unit of the channel.
    var factor = 1.0
    /// The lowest value in the unit of the channel that calls for no remark.
    var lowest = -Double.infinity
    /// See ``lowest``.
    var highest = Double.infinity
  }

  /// The role of a column.
  enum Role: UInt8 {
    case unused, time, elapsed, value0, value1, value2, value3, value4, value5
  }

  /// The role of each column.
  let roles: [Role]
  /// The unit of the times as a power of ten in ns.
  let scale: Int
  /// The times that need no second look, in ns.
  let times: ClosedRange<Int64>
  /// Whether the time is at once the time since the start of the recording.
  let isElapsed: Bool
  /// Whether the file has a column of its own for the time since the start.
  let hasElapsed: Bool
  /// The limits of six values, of which the file may have fewer.
  ///
  /// In an array, whose elements are read where they lie: an inline one is copied as a whole for each.
  private(set) var limits = [Limits](repeating: Limits(), count: 6)

  /// Takes the columns of a table of `count` columns; nil if its rows need more than plain numbers, or if a column
  /// has two roles.
  init?(_ columns: TimeColumns, _ values: [Value], count: Int, allowed: ClosedRange<Int64>) {
    guard columns.sharing == .none, columns.offset == 0, let scale = columns.unit.scale,
      values.count <= 6,
      columns.time < count
    else {
      return nil
    }
    var roles = [Role](repeating: .unused, count: count)
    roles[columns.time] = .time
    hasElapsed = columns.elapsed.map { $0 != columns.time } ?? false
    if hasElapsed, let elapsed = columns.elapsed {
      guard elapsed < count else { return nil }
      roles[elapsed] = .elapsed
    }
    for (place, value) in values.enumerated() {
      limits[place].factor = value.factor
      if let usual = value.usual {
        limits[place].lowest = usual.lowerBound
        limits[place].highest = usual.upperBound
      }
      guard let column = value.column else { continue }
      guard column < count, roles[column] == .unused,
        let role = Role(rawValue: Role.value0.rawValue + UInt8(place))
      else { return nil }
      roles[column] = role
    }
    self.roles = roles
    self.scale = scale
    times = allowed
    isElapsed = !hasElapsed && columns.origin == .start
  }
}

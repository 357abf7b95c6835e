extension AccelerationTable {
  /// The prefixes of x, y and z by loggers of vehicles, less blanks, points and underscores.
  private static let prefixes = [
    "a", "acc", "accel", "accelerometer", "acceleration", "accelerometeracceleration",
  ]

  /// The accelerations that stand in the rows of fixes, if the names of the columns leave no doubt.
  ///
  /// There is no doubt if there is one triple of x, y and z, of one unit, each name once. Else nothing is
  /// taken.
  static func combined(header: CSVHeader, times: TimeColumns) -> [TableRole] {
    let names = header.columns.map { column in
      column.name.filter { !" ._-".contains($0) }
    }
    func places(_ name: String) -> [Int] { names.indices.filter { names[$0] == name } }
    var found: [AccelerationTable] = []
    for prefix in prefixes {
      let axes = ["x", "y", "z"].map { places(prefix + $0) }
      guard axes.contains(where: { !$0.isEmpty }) else { continue }
      guard axes.allSatisfy({ $0.count == 1 }) else { return [] }
      let (x, y, z) = (axes[0][0], axes[1][0], axes[2][0])
      let units = [x, y, z].map { header.columns[$0].unit }
      guard units.allSatisfy({ $0 == units[0] }) else { return [] }
      let unit = units[0].flatMap { AccelerationUnit(header: $0) }
      guard units[0] == nil || unit != nil else { return [] }
      found.append(
        AccelerationTable(
          times: times,
          x: x,
          y: y,
          z: z,
          unit: unit,
          hasGravity: true,
          isCombined: true,
          rank: 3
        )
      )
    }
    return found.count == 1 ? [.acceleration(found[0])] : []
  }
}

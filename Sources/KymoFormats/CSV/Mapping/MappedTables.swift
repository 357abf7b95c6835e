import KymoCore
import KymoRecording

/// The tables of a file whose columns the user states, or that were guessed.
struct MappedTables {
  /// The roles of the file, one a channel.
  private(set) var roles: [TableRole] = []

  private let header: CSVHeader
  private let title: String
  private var places: [(mapping: ColumnMapping, column: Int)] = []

  /// The names of the fields of a fix.
  private static let fix: [(names: [String], quantity: Quantity)] = [
    (["lat", "latitude"], .other), (["lon", "lng", "longitude"], .other),
    (["alt", "altitude"], .length), (["speed"], .speed), (["course", "bearing"], .direction),
    (["accuracy", "horizontal_accuracy"], .length), (["vertical_accuracy"], .length),
  ]

  /// Finds the columns.
  ///
  /// - Parameters:
  ///   - mappings: the statements.
  ///   - header: the columns of the file.
  ///   - title: the name of the file without its extension, for the channel of what is in no other.
  ///   - time: the column of the time, if the user says so apart.
  /// - Throws: a column that is not there or stands for two values, or a unit of something else.
  init(
    _ mappings: [ColumnMapping],
    _ header: CSVHeader,
    title: String,
    time: Int?
  ) throws(MappingProblem) {
    self.header = header
    self.title = title
    var targets: [String] = []
    for mapping in mappings {
      guard !targets.contains(mapping.target) else {
        throw MappingProblem(what: "\(mapping.target) is given twice", remedy: "name it once")
      }
      targets.append(mapping.target)
      places.append((mapping, try Self.place(mapping.column, header)))
    }
    let times = try times(time)
    let vector = try acceleration(times)
    let fixes = try location(times)
    roles = [vector, fixes].compactMap { $0 }
    roles += try others(times).map { .samples($0) }
    guard !roles.isEmpty else {
      throw MappingProblem(
        what: "--columns names no value",
        remedy: "give x, y and z, or lat and lon"
      )
    }
  }

  private static func place(_ name: String, _ header: CSVHeader) throws(MappingProblem) -> Int {
    if let index = header.index(asked: name) { return index }
    if name.hasPrefix("#"), let number = Int(name.dropFirst()),
      1...header.texts.count ~= number
    {
      return number - 1
    }
    throw MappingProblem(
      what: "no column is named \(name.prefix(40))",
      remedy: "--columns takes some of \(ImportError.list(header.texts))"
    )
  }

  private func find(_ names: [String]) -> (mapping: ColumnMapping, column: Int)? {
    places.first { names.contains($0.mapping.target.lowercased()) }
  }

  private func times(_ asked: Int?) throws(MappingProblem) -> TimeColumns {
    if let asked {
      return TimeColumns(time: asked, unit: .seconds, basis: .nothing, origin: .unknown)
    }
    guard let (mapping, column) = find(["time"]) else {
      throw MappingProblem(
        what: "--columns does not say which column is the time",
        remedy: "add time=COLUMN to it"
      )
    }
    var unit: TimeUnit?
    if let text = mapping.unit {
      unit = TimeUnit(rawValue: text) ?? TimeUnit(header: text)
      guard unit != nil else {
        let names = TimeUnit.allCases.map(\.rawValue).joined(separator: ", ")
        throw MappingProblem(what: "\(text) is no unit of a time", remedy: "take one of \(names)")
      }
    } else if let text = header.columns[column].unit {
      unit = TimeUnit(header: text)
    }
    return TimeColumns(
      time: column,
      unit: unit ?? .seconds,
      basis: unit == nil ? .nothing : .header,
      origin: .unknown
    )
  }

  private func acceleration(_ times: TimeColumns) throws(MappingProblem) -> TableRole? {
    let axes = ["x", "y", "z"].compactMap { find([$0]) }
    guard !axes.isEmpty else { return nil }
    guard axes.count == 3 else {
      throw MappingProblem(
        what: "accelerations have three axes, and --columns names \(axes.count)",
        remedy: "give x, y and z, or name others topic/field, such as speed/x=vx"
      )
    }
    var units: [AccelerationUnit?] = []
    for (mapping, column) in axes {
      let text = mapping.unit ?? header.columns[column].unit
      let unit = text.flatMap { AccelerationUnit(header: $0) }
      guard mapping.unit == nil || unit != nil else {
        throw Self.wrongUnit(mapping, .acceleration)
      }
      units.append(unit)
    }
    guard units.allSatisfy({ $0 == units[0] }) else {
      throw MappingProblem(
        what: "x, y and z are in different units",
        remedy: "state one unit for all of them, such as x=ax:g,y=ay:g,z=az:g"
      )
    }
    return .acceleration(
      AccelerationTable(
        times: times,
        x: axes[0].column,
        y: axes[1].column,
        z: axes[2].column,
        unit: units[0],
        hasGravity: true,
        isCombined: true,
        rank: 0
      )
    )
  }

  private static func wrongUnit(_ mapping: ColumnMapping, _ quantity: Quantity) -> MappingProblem {
    MappingProblem(
      what: "\(mapping.target) is not in \(mapping.unit ?? "")",
      remedy: "take one of \(quantity.names)"
    )
  }

  /// The factor of a column by the unit that is stated, else by that in the header if it is known.
  private func factor(
    _ place: (mapping: ColumnMapping, column: Int),
    _ quantity: Quantity
  ) throws(MappingProblem) -> Double {
    if let unit = place.mapping.unit {
      guard let factor = quantity.factor(unit) else {
        throw Self.wrongUnit(place.mapping, quantity)
      }
      return factor
    }
    return header.columns[place.column].unit.flatMap { quantity.factor($0) } ?? 1
  }

  private func location(_ times: TimeColumns) throws(MappingProblem) -> TableRole? {
    let found = Self.fix.map { (place: find($0.names), quantity: $0.quantity) }
    guard found.contains(where: { $0.place != nil }) else { return nil }
    guard let latitude = found[0].place, let longitude = found[1].place else {
      throw MappingProblem(
        what: "a fix has a latitude and a longitude, and --columns does not name both",
        remedy: "give lat and lon, or name others topic/field, such as wheel/speed=v"
      )
    }
    var factors: [Double] = []
    for (place, quantity) in found {
      factors.append(
        try place.map { (place) throws(MappingProblem) in
          try factor(place, quantity)
        } ?? 1
      )
    }
    return .location(
      LocationTable(
        times: times,
        latitude: latitude.column,
        longitude: longitude.column,
        altitude: found[2].place?.column,
        horizontalAccuracy: found[5].place?.column,
        verticalAccuracy: found[6].place?.column,
        speed: found[3].place?.column,
        course: found[4].place?.column,
        factors: LocationTable.Factors(
          altitude: factors[2],
          speed: factors[3],
          course: factors[4],
          horizontalAccuracy: factors[5],
          verticalAccuracy: factors[6]
        ),
        rank: 0
      )
    )
  }

  /// What is no acceleration and no fix: channels that the user names, or one that is named after the file.
  private func others(_ times: TimeColumns) throws(MappingProblem) -> [SampleTable] {
    let known = ["time", "x", "y", "z"] + Self.fix.flatMap(\.names)
    var tables: [SampleTable] = []
    for (mapping, column) in places where !known.contains(mapping.target.lowercased()) {
      var parts = mapping.target.split(separator: "/")
      guard let name = parts.popLast().map(String.init) else {
        throw MappingProblem(what: "\(mapping.target) is no name", remedy: "write topic/field")
      }
      let topic = InputChannel.topic(named: parts.isEmpty ? title : parts.joined(separator: "/"))
      let quantity = Quantity.of(topic, name.lowercased())
      let field = SampleTable.Field(
        name: name,
        column: column,
        factor: try factor((mapping, column), quantity),
        comment: mapping.unit ?? header.columns[column].unit ?? ""
      )
      if let place = tables.firstIndex(where: { $0.topic == topic }) {
        tables[place].fields.append(field)
      } else {
        tables.append(
          SampleTable(topic: topic, times: times, fields: [field], rank: 0, form: .undecided)
        )
      }
    }
    return tables.map { $0.known ?? $0 }
  }
}

extension SampleTable {
  /// The same of a channel that is known by its topic, in the order of its fields; nil if it is none, or has others.
  fileprivate var known: SampleTable? {
    let channels = InputChannel.sensors + InputChannel.wellKnown
    guard let channel = channels.first(where: { $0.topic == topic && $0.kind == .sample }) else {
      return nil
    }
    let lines = String(decoding: channel.definition, as: UTF8.self).split(separator: "\n")
    let names = lines.compactMap { line -> String? in
      let words = line.split(separator: " ")
      return words.first == "float64" && words.count > 1 ? String(words[1]) : nil
    }
    guard fields.allSatisfy({ names.contains($0.name.lowercased()) }) else { return nil }
    var table = self
    table.form = .known
    table.fields = names.map { name in
      fields.first { $0.name.lowercased() == name } ?? Field(name: name)
    }
    return table
  }
}

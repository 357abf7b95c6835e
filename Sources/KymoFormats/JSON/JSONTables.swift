import KymoBridge
import KymoRecording

/// Turns a file of JSON into one table a sensor: reads it once for the columns, and once for the rows.
struct JSONTables {
  /// The tables, in the order of their first rows.
  private(set) var tables: [TableSpool] = []
  /// The clocks of the events of a page.
  private(set) var clocks = PageClocks()
  /// The phone's system, if a user agent tells it.
  private(set) var platform: PhonePlatform?
  /// Whether the recorder of a page has written it.
  private(set) var isRecorder = false
  /// The user agent of the page that a recorder was in.
  private(set) var userAgent: String?
  /// Whether rows are those of Sensor Logger.
  private(set) var isSensorLogger = false

  private let file: ImportFile
  private var document = JSONDocumentBox()
  private var isSurvey = true
  private var unknown = (count: 0, line: 0)
  private var unreadable = (count: 0, line: 0)
  private var tooMany = (count: 0, line: 0)

  /// How many sensors a file may have.
  private static let tablesKept = 64

  /// Names the file.
  init(_ file: ImportFile) { self.file = file }

  /// Reads the file.
  ///
  /// - Throws: ``ImportError`` when it cannot be read, and in strict mode when a repair is necessary.
  mutating func read(_ log: inout ImportLog) throws(ImportError) {
    var isCutOff = false
    for pass in 0..<2 {
      isSurvey = pass == 0
      (unknown, unreadable, tooMany) = ((0, 0), (0, 0), (0, 0))
      var elements = JSONElements(file)
      try elements.read { (bytes, range, line) throws(ImportError) in
        try take(bytes, range, line)
      }
      isCutOff = elements.isCutOff
    }
    if unreadable.count > (isCutOff ? 1 : 0) {
      try log.repair(
        .unreadableElement,
        file: file.name,
        line: unreadable.line,
        count: unreadable.count - (isCutOff ? 1 : 0)
      )
    }
    if isCutOff { try log.repair(.cutOffDocument, file: file.name, line: max(1, unreadable.line)) }
    if unknown.count > 0 {
      let text = "\(unknown.count) elements are of no known form; they are not imported."
      log.note(.pointsNotImported, file: file.name, line: unknown.line, count: unknown.count, text)
    }
    if tooMany.count > 0 {
      let text = "\(tooMany.count) rows are of sensors beyond the first \(Self.tablesKept)."
      log.note(.pointsNotImported, file: file.name, line: tooMany.line, count: tooMany.count, text)
    }
  }

  private mutating func take(
    _ bytes: [UInt8],
    _ range: Range<Int>,
    _ line: Int
  ) throws(ImportError) {
    guard document.parse(bytes, range) else {
      if unreadable.count == 0 { unreadable.line = line }
      unreadable.count += 1
      return
    }
    let element = document.element
    guard let form = element.form else {
      if let origin = element.members["timeOrigin"] {
        clocks.origin = document.milliseconds(origin)
      }
      if element.isOfRecorder { return }
      if element.members["kymo"] != nil {
        isRecorder = true
        userAgent = element.members["userAgent"].flatMap { document.text($0) }
        let name = element.members["platform"].flatMap { document.text($0) }
        platform = name.flatMap { PhonePlatform(rawValue: $0) }
      } else if let agent = element.members["userAgent"].flatMap({ document.text($0) }) {
        platform = ["iPhone", "iPad"].contains(where: agent.contains) ? .ios : .android
      } else if element.members["timeOrigin"] == nil {
        if unknown.count == 0 { unknown.line = line }
        unknown.count += 1
      }
      return
    }
    switch form {
    case .row(let sensor):
      isSensorLogger = true
      let title = document.text(sensor) ?? ""
      try add(title, [(document.root, nil)], besides: "sensor", line)
    case .push(let payload):
      isSensorLogger = true
      for (name, item, values) in document.readings(payload) {
        try add(
          Self.title(name),
          [(item, ["time", "accuracy"]), (values, nil)],
          besides: nil,
          line
        )
      }
    case .motion: try addMotion(element, line)
    case .orientation:
      if isSurvey, element.isOfRecorder, let time = element.members["t"] {
        clocks.seeMotion(document.milliseconds(time))
      }
      let names = ["t", "timestamp", "timeStamp", "alpha", "beta", "gamma", "absolute"]
      try add("DeviceOrientation", [(document.root, names)], besides: nil, line)
    case .position(let coords):
      if isSurvey, let time = element.members["timestamp"] {
        clocks.seeFix(document.milliseconds(time))
      }
      try add("Geolocation", [(document.root, ["timestamp"]), (coords, nil)], besides: nil, line)
    }
  }

  private mutating func addMotion(_ element: SensorElement, _ line: Int) throws(ImportError) {
    let names = ["timestamp", "timeStamp", "t"]
    let times = names.first { element.members[$0] != nil }.map { [$0] } ?? []
    if isSurvey, let time = times.first.flatMap({ element.members[$0] }) {
      clocks.seeMotion(document.milliseconds(time))
    }
    let parts = [
      ("accelerationIncludingGravity", "TotalAcceleration"), ("acceleration", "Acceleration"),
      ("rotationRate", "RotationRate"),
    ]
    for (member, title) in parts {
      guard let value = element.members[member], document.isObject(value) else { continue }
      try add(title, [(document.root, times), (value, nil)], besides: nil, line)
    }
  }

  /// The name of a sensor's file for the name that it is pushed under: `WristMotion` for `wrist motion`.
  private static func title(_ name: String) -> String {
    name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Adds a row of the members of some objects.
  private mutating func add(
    _ title: String,
    _ objects: [(value: JSONValue, names: [String]?)],
    besides other: String?,
    _ line: Int
  ) throws(ImportError) {
    let title = String(title.prefix(80)).replacing("/", with: "_")
    var table = tables.first { $0.title == title }
    if table == nil {
      guard isSurvey, tables.count < Self.tablesKept, !title.isEmpty else {
        if tooMany.count == 0 { tooMany.line = line }
        tooMany.count += 1
        return
      }
      let new = TableSpool(title: title, file: file.name)
      tables.append(new)
      table = new
    }
    guard let table else { return }
    if !isSurvey { table.begin() }
    var last = -1
    for (object, names) in objects {
      document.eachMember(of: object) { name, value in
        if let names {
          guard names.contains(where: { name.elementsEqual($0.utf8) }) else { return }
        } else if let other, name.elementsEqual(other.utf8) {
          return
        }
        if isSurvey { table.see(name) } else { last = table.set(name, value, after: last) }
      }
    }
    if !isSurvey { try table.end() }
  }
}

import KymoCore
import KymoRecording

/// Reads the sentences of one file, and makes one fix of those of one time.
struct NMEAReader {
  /// The fixes, at times after the midnight before the first one.
  let spool: RowSpool
  /// The day of that midnight.
  private(set) var clock = NMEAClock()
  /// Which altitudes the fixes have; decided by the first that has one.
  private(set) var datum = SessionDescription.AltitudeDatum.unknown
  /// How many altitudes took the separation of one before, and the line of the first.
  private(set) var borrowed = (count: 0, line: 0)
  /// Reads values, and counts what is wrong with them and with sentences.
  private(set) var fixes = FixReader()
  /// Which types were used, in the order of ``NMEAType``.
  private(set) var used = NMEAType.allCases.map { _ in false }
  /// The addresses of sound sentences that mean nothing here, the first letter lowest.
  private(set) var unused: [UInt64] = []

  private let hasSums: Bool
  private var epoch: NMEAEpoch?
  private var separation = Double.nan

  /// How many different addresses are listed.
  private static let namesKept = 64
  /// A knot in m/h, of which an hour has 3600 s.
  private static let knot = 1852.0

  /// Names the file for messages, and says whether its sentences have sums.
  init(file: String, hasSums: Bool) {
    spool = RowSpool(name: file)
    self.hasSums = hasSums
  }

  /// Reads all lines.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read on, or when there is no room for the fixes.
  mutating func read(_ lines: inout LineReader) throws(ImportError) {
    while try lines.next() {
      fixes.line = lines.line
      try take(lines.bytes.span, lines.range, isCutOff: lines.isCutOff)
    }
    try flush()
    if lines.tooLong.count > 0 {
      fixes.tally.add(.lineTooLong, line: lines.tooLong.line, count: lines.tooLong.count)
    }
  }

  private mutating func take(
    _ bytes: Span<UInt8>,
    _ line: Range<Int>,
    isCutOff: Bool
  ) throws(ImportError) {
    var rest = line
    while let start = NMEASentence.start(bytes, rest) {
      let sentence = NMEASentence(bytes, start: start, end: line.upperBound)
      rest = sentence.end..<line.upperBound
      let isKnown = unused.contains(sentence.address)
      if sentence.type == nil, isKnown { continue }
      switch sentence.state {
      case .sound: break
      case .unsummed:
        guard hasSums || isCutOff else { break }
        fixes.tally.add(isCutOff ? .cutOffRow : .wrongSum, line: fixes.line)
        continue
      case .wrongSum:
        fixes.tally.add(isCutOff ? .cutOffRow : .wrongSum, line: fixes.line)
        continue
      case .garbled:
        fixes.tally.add(.garbledSentence, line: fixes.line)
        continue
      }
      guard let type = sentence.type else {
        if unused.count < Self.namesKept { unused.append(sentence.address) }
        continue
      }
      let fields = CommaFields(bytes, sentence.fields)
      guard fields.count >= type.fewestFields, try take(type, fields, bytes) else {
        fixes.tally.add(.garbledSentence, line: fixes.line)
        continue
      }
      used[Int(type.rawValue)] = true
    }
  }

  /// Takes a sentence; false if its fields cannot be.
  private mutating func take(
    _ type: NMEAType,
    _ fields: CommaFields,
    _ bytes: Span<UInt8>
  ) throws(ImportError) -> Bool {
    switch type {
    case .rmc: try takeRMC(fields, bytes)
    case .gga:
      try takePosition(
        fields,
        bytes,
        at: 1,
        time: 0,
        isFix: ![0, UInt8(ascii: "0")].contains(fields.first(5, bytes)),
        altitude: 8,
        separation: 10
      )
    case .gns:
      try takePosition(
        fields,
        bytes,
        at: 1,
        time: 0,
        isFix: hasMode(fields[5], bytes),
        altitude: 8,
        separation: 9
      )
    case .gll:
      try takePosition(fields, bytes, at: 0, time: 4, isFix: isActive(fields, bytes, 5, mode: 6))
    case .vtg: takeVTG(fields, bytes)
    case .gst:
      try takeGST(fields, bytes)
    case .zda:
      try open(fields, bytes, time: 0) && setDate(fields.longDate(1, bytes))
    }
  }

  /// Whether one of the letters for each system says that it gives a fix.
  private func hasMode(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    for place in range where bytes[place] != UInt8(ascii: "N") { return true }
    return false
  }

  /// Whether a status is not `V`, and a mode, if there is one, is not `N`.
  private func isActive(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>,
    _ status: Int,
    mode: Int
  ) -> Bool {
    fields.first(status, bytes) != UInt8(ascii: "V")
      && fields.first(mode, bytes) != UInt8(ascii: "N")
  }

  private mutating func takeRMC(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>
  ) throws(ImportError) -> Bool {
    let isFix = isActive(fields, bytes, 1, mode: 11)
    guard try takePosition(fields, bytes, at: 2, time: 0, isFix: isFix) else { return false }
    guard setDate(fields.shortDate(8, bytes)) || fields[8].isEmpty else { return false }
    if isFix { setMotion(fields, bytes, knots: 6, course: 7) }
    return true
  }

  private mutating func takeVTG(_ fields: CommaFields, _ bytes: Span<UInt8>) -> Bool {
    guard fields.first(8, bytes) != UInt8(ascii: "N") else { return true }
    // Receivers of old have no letters between the numbers.
    let isOld = fields.count < 8 && fields.first(1, bytes) != UInt8(ascii: "T")
    setMotion(fields, bytes, knots: isOld ? 2 : 4, course: 0)
    return true
  }

  private mutating func takeGST(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>
  ) throws(ImportError) -> Bool {
    guard try open(fields, bytes, time: 0) else { return false }
    let latitude = value(fields[5], bytes)
    let longitude = value(fields[6], bytes)
    epoch?.location.horizontalAccuracy = Float(
      (latitude * latitude + longitude * longitude).squareRoot()
    )
    let vertical = Float(value(fields[7], bytes))
    epoch?.location.verticalAccuracy = vertical
    return true
  }

  private mutating func setDate(_ date: Int?) -> Bool {
    guard let date else { return false }
    epoch?.date = date
    return true
  }

  private mutating func setMotion(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>,
    knots: Int,
    course: Int
  ) {
    guard epoch != nil else { return }
    if epoch?.location.speed.isNaN == true {
      let speed = Float(value(fields[knots], bytes) * Self.knot / 3600)
      epoch?.location.speed = speed
    }
    if epoch?.location.course.isNaN == true, !fields[course].isEmpty {
      let direction = fixes.course(bytes, fields[course])
      epoch?.location.course = direction
    }
  }

  /// Takes the position, and the altitude if there is one, of a sentence that has them from a field on.
  private mutating func takePosition(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>,
    at place: Int,
    time: Int,
    isFix: Bool,
    altitude: Int = .max,
    separation: Int = .max
  ) throws(ImportError) -> Bool {
    // A receiver that was switched on just now has no time either.
    if !isFix, fields[time].isEmpty {
      try flush()
      fixes.tally.add(.noFix, line: fixes.line)
      return true
    }
    guard try open(fields, bytes, time: time) else { return false }
    guard isFix, !fields[place].isEmpty || !fields[place + 2].isEmpty else {
      // Left out when the epoch is over, unless another sentence has the position.
      epoch?.saysNoFix = true
      return true
    }
    guard
      let north = fields.degrees(
        place,
        bytes,
        negative: UInt8(ascii: "S"),
        positive: UInt8(ascii: "N")
      ),
      let east = fields.degrees(
        place + 2,
        bytes,
        negative: UInt8(ascii: "W"),
        positive: UInt8(ascii: "E")
      )
    else { return false }
    if epoch?.hasPosition == false {
      epoch?.location.latitude = north
      epoch?.location.longitude = east
      epoch?.hasPosition = true
    }
    if altitude < fields.count, epoch?.altitude.isNaN == true {
      let height = (value(fields[altitude], bytes), value(fields[separation], bytes))
      epoch?.altitude = height.0
      epoch?.separation = height.1
    }
    return true
  }

  /// Makes the epoch at hand that of a sentence; false if its time cannot be.
  private mutating func open(
    _ fields: CommaFields,
    _ bytes: Span<UInt8>,
    time index: Int
  ) throws(ImportError) -> Bool {
    guard let time = fields.timeOfDay(index, bytes) else { return false }
    if epoch?.timeOfDay == time { return true }
    try flush()
    epoch = NMEAEpoch(timeOfDay: time, line: fixes.line)
    return true
  }

  private mutating func value(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Double {
    range.isEmpty ? .nan : fixes.value(bytes, range)
  }

  /// Makes a fix of the epoch at hand.
  private mutating func flush() throws(ImportError) {
    guard var epoch else { return }
    self.epoch = nil
    let line = fixes.line
    fixes.line = epoch.line
    defer { fixes.line = line }
    let time = clock.time(epoch)
    guard epoch.hasPosition else {
      if epoch.saysNoFix { fixes.tally.add(.noFix, line: epoch.line) }
      return
    }
    guard fixes.admit(&epoch.location) else { return }
    epoch.location.altitude = altitude(epoch)
    epoch.location.fixTimestamp = time
    try spool.append(
      SpooledRow(timestamp: time, line: epoch.line, payload: Payload(epoch.location))
    )
  }

  /// The altitude above what the first of all tells.
  private mutating func altitude(_ epoch: NMEAEpoch) -> Double {
    guard epoch.altitude.isFinite else { return .nan }
    if datum == .unknown { datum = epoch.separation.isNaN ? .meanSeaLevel : .ellipsoid }
    guard datum == .ellipsoid else { return epoch.altitude }
    if epoch.separation.isNaN {
      if borrowed.count == 0 { borrowed.line = epoch.line }
      borrowed.count += 1
    } else {
      separation = epoch.separation
    }
    return epoch.altitude + separation
  }
}

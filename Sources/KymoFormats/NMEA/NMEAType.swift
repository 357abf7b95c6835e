/// The sentences of NMEA 0183 that mean something here.
enum NMEAType: UInt8, CaseIterable {
  case rmc, gga, gns, gll, vtg, gst, zda

  /// The type of a sentence; nil for those that mean nothing here.
  ///
  /// - Parameter letters: its three letters, the first of them lowest.
  init?(letters: UInt32) {
    for type in Self.allCases where type.letters == letters {
      self = type
      return
    }
    return nil
  }

  /// The three letters as they are written.
  var name: StaticString {
    switch self {
    case .rmc: "RMC"
    case .gga: "GGA"
    case .gns: "GNS"
    case .gll: "GLL"
    case .vtg: "VTG"
    case .gst: "GST"
    case .zda: "ZDA"
    }
  }

  /// The three letters, the first of them lowest.
  var letters: UInt32 {
    switch self {
    case .rmc: Self.pack("R", "M", "C")
    case .gga: Self.pack("G", "G", "A")
    case .gns: Self.pack("G", "N", "S")
    case .gll: Self.pack("G", "L", "L")
    case .vtg: Self.pack("V", "T", "G")
    case .gst: Self.pack("G", "S", "T")
    case .zda: Self.pack("Z", "D", "A")
    }
  }

  /// The values of such a sentence that are used.
  var use: String {
    switch self {
    case .rmc: "time, date, position, speed, course"
    case .gga, .gns: "time, position, altitude"
    case .gll: "time, position"
    case .vtg: "speed, course"
    case .gst: "accuracies"
    case .zda: "date"
    }
  }

  /// How many fields it has at least.
  var fewestFields: Int {
    switch self {
    case .rmc: 9
    case .gga: 11
    case .gns: 10
    case .gll: 4
    case .vtg, .zda: 4
    case .gst: 8
    }
  }

  private static func pack(
    _ first: Unicode.Scalar,
    _ second: Unicode.Scalar,
    _ third: Unicode.Scalar
  ) -> UInt32 {
    first.value | second.value << 8 | third.value << 16
  }
}

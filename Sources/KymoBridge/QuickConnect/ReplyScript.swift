public import KymoCore

/// Writes the script that hands a reply to a page, into memory that is used again and again.
///
/// A reply with JSON text is `handleJSONRequest('showLoc','[1,2,3]')`, one with an object is
/// `handleRequest('accel',{"x":0,"y":0,"z":9.81})`.
///
/// In ``CallMode/strict`` text is escaped and numbers are the shortest that read back the same. In
/// ``CallMode/legacy`` text is not escaped, the altitude is narrowed to a float, and numbers are printed as
/// they were: `%.16g`, `%.7g` for the float, `%f` for the acceleration.
public struct ReplyScript: ~Copyable {
  /// Whose rules hold.
  public let mode: CallMode
  @usableFromInline var text: UnsafeTextBuffer

  /// Sets memory for scripts of `maximumBytes` bytes aside.
  public init(mode: CallMode = .strict, maximumBytes: Int = 1 << 16) {
    self.mode = mode
    text = UnsafeTextBuffer(capacity: maximumBytes)
  }

  /// Writes a reply whose payload the page gets as JSON text in a literal.
  ///
  /// - Precondition: `json` is well-formed UTF-8.
  /// - Throws: ``JSONWriterError/full(limit:)``.
  /// - Complexity: O(bytes), without allocation.
  public mutating func writeJSONRequest(
    _ command: String,
    json: RawSpan
  ) throws(JSONWriterError) {
    begin("handleJSONRequest('", command, "','")
    appendText(json)
    try end("')")
  }

  /// Writes a reply whose payload is what `json` wrote.
  ///
  /// - Throws: ``JSONWriterError/full(limit:)``.
  @inlinable public mutating func writeJSONRequest(
    _ command: String,
    json: borrowing JSONWriter
  ) throws(JSONWriterError) {
    try json.withText { (bytes) throws(JSONWriterError) in
      try writeJSONRequest(command, json: bytes)
    }
  }

  /// Writes a reply whose payload the page gets as a value.
  ///
  /// - Precondition: `json` is well-formed JSON.
  /// - Throws: ``JSONWriterError/full(limit:)``.
  public mutating func writeRequest(
    _ command: String,
    json: borrowing JSONWriter
  ) throws(JSONWriterError) {
    begin("handleRequest('", command, "',")
    json.withText { bytes in
      if mode == .strict { text.append(scriptExpression: bytes) } else { text.append(bytes) }
    }
    try end(")")
  }

  /// Writes the reply to `loc`: latitude and longitude in degrees, altitude in m.
  ///
  /// - Throws: ``JSONWriterError/full(limit:)``.
  public mutating func writeLocation(
    latitude: Double,
    longitude: Double,
    altitude: Double,
    command: String = "showLoc"
  ) throws(JSONWriterError) {
    begin("handleJSONRequest('", command, "','[")
    append(latitude, legacyDigits: 16)
    text.append(UInt8(ascii: ","))
    append(longitude, legacyDigits: 16)
    text.append(UInt8(ascii: ","))
    append(mode == .legacy ? Double(Float(altitude)) : altitude, legacyDigits: 7)
    try end("]')")
  }

  /// Writes an acceleration in m/s² as an object of `x`, `y` and `z`.
  ///
  /// - Throws: ``JSONWriterError/full(limit:)``.
  public mutating func writeAcceleration(
    _ acceleration: Acceleration,
    command: String = "accel"
  ) throws(JSONWriterError) {
    begin("handleRequest('", command, #"',{"x":"#)
    append(fixed: acceleration.x)
    text.append(#","y":"# as StaticString)
    append(fixed: acceleration.y)
    text.append(#","z":"# as StaticString)
    append(fixed: acceleration.z)
    try end("})")
  }

  @inline(__always)
  private mutating func begin(
    _ function: StaticString,
    _ command: String,
    _ separator: StaticString
  ) {
    text.reset()
    text.append(function)
    command.withRawUTF8 { appendText($0) }
    text.append(separator)
  }

  @inline(__always)
  private mutating func end(_ closing: StaticString) throws(JSONWriterError) {
    text.append(closing)
    if text.isOverfull { throw .full(limit: text.capacity) }
  }

  private mutating func appendText(_ bytes: RawSpan) {
    switch mode {
    case .strict: text.append(scriptLiteral: bytes)
    case .legacy: text.append(bytes)
    }
  }

  private mutating func append(_ value: Double, legacyDigits: Int32) {
    switch mode {
    case .legacy: text.append(value, digits: legacyDigits)
    case .strict: appendStrict(value)
    }
  }

  private mutating func append(fixed value: Double) {
    switch mode {
    case .legacy: text.append(fixed6: value)
    case .strict: appendStrict(value)
    }
  }

  private mutating func appendStrict(_ value: Double) {
    if value.isFinite {
      text.append(shortest: value)
    } else {
      text.append("null" as StaticString)
    }
  }

  /// Lets `body` read the script as UTF-8.
  @inlinable public func withText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withText(body)
  }

  /// The script, which is allocated.
  public var script: String { withText { String(copying: $0) } }
}

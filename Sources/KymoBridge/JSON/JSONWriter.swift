/// Writes one JSON text, compact, into memory that is allocated once and used again and again.
///
/// The same calls give the same bytes, always. Numbers are the shortest text that reads back as the same
/// value; NaN and the infinities, which JSON cannot say, become `null`, as in JavaScript.
///
///     var writer = JSONWriter(maximumBytes: 1 << 16)
///     writer.beginArray()
///     writer.write(51.5)
///     writer.write("Done")
///     writer.endArray()
///     try writer.finish()
public struct JSONWriter: ~Copyable {
  struct Container: BitwiseCopyable {
    var isObject: Bool
    var isSorted: Bool
    /// Where the first member begins.
    var start: Int
    /// How many members were being sorted when it was opened.
    var membersBefore: Int
  }

  struct Member: BitwiseCopyable {
    var start: Int
    var end: Int
  }

  @usableFromInline var text: UnsafeTextBuffer
  var sorted: UnsafeTextBuffer
  var containers: UnsafeStack<Container>
  var members: UnsafeStack<Member>
  var failure: JSONWriterError?
  /// Whether a name was written and its value is due.
  var awaitsValue = false
  let maximumDepth: Int

  /// How many members of open objects may be sorted at once.
  public static var maximumSortedMembers: Int { 4096 }

  /// Sets memory for a text of `maximumBytes` bytes aside, twice, as sorting needs a second place.
  ///
  /// - Precondition: `maximumBytes` and `maximumDepth` are not negative.
  public init(maximumBytes: Int, maximumDepth: Int = 1024) {
    text = UnsafeTextBuffer(capacity: maximumBytes)
    sorted = UnsafeTextBuffer(capacity: maximumBytes)
    self.maximumDepth = maximumDepth
    containers = UnsafeStack(capacity: maximumDepth)
    members = UnsafeStack(capacity: Self.maximumSortedMembers)
  }

  /// Begins anew.
  public mutating func reset() {
    text.reset()
    containers.pop(containers.count)
    members.pop(members.count)
    failure = nil
    awaitsValue = false
  }

  /// Ends the text.
  ///
  /// - Precondition: there is a value, and every container is closed, unless a limit was reached.
  /// - Throws: which limit was reached; the text is then not complete.
  public mutating func finish() throws(JSONWriterError) {
    if let failure { throw failure }
    if text.isOverfull { throw .full(limit: text.capacity) }
    precondition(containers.isEmpty && text.count > 0, "a value is not ended")
  }

  /// Lets `body` read the text; ask ``finish()`` first whether it is complete.
  @inlinable public func withText<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withText(body)
  }

  // MARK: Scalars

  /// Writes `null`.
  public mutating func writeNull() {
    beginValue()
    text.append("null" as StaticString)
  }

  /// Writes a truth value.
  public mutating func write(_ value: Bool) {
    beginValue()
    text.append(value ? "true" as StaticString : "false")
  }

  /// Writes a whole number.
  public mutating func write(_ value: Int64) {
    beginValue()
    text.append(value)
  }

  /// Writes a whole number.
  public mutating func write(_ value: UInt64) {
    beginValue()
    text.append(value)
  }

  /// Writes a number; `-0.0` keeps its sign.
  public mutating func write(_ value: Double) {
    beginValue()
    if value.isFinite {
      text.append(shortest: value)
    } else {
      text.append("null" as StaticString)
    }
  }

  /// Writes text.
  public mutating func write(_ value: String) {
    value.withRawUTF8 { write(utf8: $0) }
  }

  /// Writes text given as UTF-8.
  ///
  /// - Precondition: `value` is well-formed; bytes from 0x80 on are copied as they are.
  public mutating func write(utf8 value: RawSpan) {
    beginValue()
    text.append(quoted: value)
  }

  // MARK: Containers

  /// Opens an array.
  public mutating func beginArray() { open(isObject: false, isSorted: false) }

  /// Closes the array that was opened last.
  ///
  /// - Precondition: an array is open.
  public mutating func endArray() { close(isObject: false) }

  /// Opens an object; with `sortedNames` its members end up in the order of their names' scalars.
  public mutating func beginObject(sortedNames: Bool = false) {
    open(isObject: true, isSorted: sortedNames)
  }

  /// Writes the name of the next member.
  ///
  /// - Precondition: an object is open, and the value of the last name was written.
  public mutating func name(_ name: String) { name.withRawUTF8 { self.name(utf8: $0) } }

  /// Writes the name of the next member, given as UTF-8.
  ///
  /// - Precondition: as for ``name(_:)``, and `name` is well-formed.
  public mutating func name(utf8 name: RawSpan) {
    guard failure == nil else { return }
    guard let container = containers.top, container.isObject, !awaitsValue else {
      preconditionFailure("no name can stand here")
    }
    separate()
    if container.isSorted { beginMember() }
    text.append(quoted: name)
    text.append(UInt8(ascii: ":"))
    awaitsValue = true
  }

  /// Closes the object that was opened last.
  ///
  /// - Precondition: an object is open, and the value of the last name was written.
  public mutating func endObject() { close(isObject: true) }

  private mutating func open(isObject: Bool, isSorted: Bool) {
    guard failure == nil else { return }
    guard containers.count < maximumDepth else {
      failure = .tooDeep(limit: maximumDepth)
      return
    }
    beginValue()
    text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    containers.push(
      Container(
        isObject: isObject,
        isSorted: isSorted,
        start: text.count,
        membersBefore: members.count
      )
    )
  }

  private mutating func close(isObject: Bool) {
    guard failure == nil else { return }
    guard let container = containers.top, container.isObject == isObject, !awaitsValue else {
      preconditionFailure("no such container can be closed here")
    }
    if container.isSorted { sortMembers(of: container) }
    containers.pop()
    text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func beginValue() {
    guard failure == nil else { return }
    if let container = containers.top {
      precondition(awaitsValue || !container.isObject, "a value needs a name here")
      if !container.isObject { separate() }
    } else {
      precondition(text.count == 0, "a text has one value")
    }
    awaitsValue = false
  }

  /// Writes a comma unless the next thing is the first of its container.
  @inline(__always)
  private mutating func separate() {
    let last = text.last
    if last != UInt8(ascii: "[") && last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
  }
}

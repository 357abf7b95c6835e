/// The parameters of a request and the memory that their texts lie in; both are allocated once.
///
/// Number 0 is ``Value/controller``; JavaScript's start at 1.
///
/// SAFETY: `entries` has room for ``maximumCount`` elements, of which the first `length` are initialised;
/// `bytes` has room for `capacity`, of which the first `used` are. A reference is made only here, within
/// `used`, but may be one of an earlier request: it is checked against `used` before a pointer is made.
@safe @frozen public struct Parameters: ~Copyable {
  /// A parameter, and how the sender wrote it.
  @usableFromInline struct Entry: BitwiseCopyable {
    @usableFromInline var value: Value
    @usableFromInline var raw: TextReference

    @inlinable init(_ value: Value, raw: TextReference) {
      self.value = value
      self.raw = raw
    }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let bytes: UnsafeMutableRawPointer
  @usableFromInline var length = 0
  @usableFromInline var used = 0
  /// How many bytes of text there is room for.
  public let capacity: Int

  /// How many parameters a request may have, the controller included.
  @inlinable public static var maximumCount: Int { 4096 }

  /// Sets memory for texts of `capacity` bytes aside, at most 2³¹.
  @usableFromInline init(capacity: Int) {
    precondition((0...(1 << 31)).contains(capacity), "a request has at most 2³¹ bytes of text")
    self.capacity = capacity
    unsafe entries = .allocate(capacity: Self.maximumCount)
    unsafe bytes = .allocate(byteCount: max(capacity, 1), alignment: 16)
  }

  @inlinable deinit {
    unsafe entries.deallocate()
    unsafe bytes.deallocate()
  }

  /// How many parameters there are.
  @inlinable public var count: Int { length }

  /// Forgets all parameters and texts.
  @inlinable mutating func reset() {
    length = 0
    used = 0
  }

  /// Appends a parameter.
  ///
  /// - Parameters:
  ///   - value: the parameter.
  ///   - raw: how the sender wrote it, if that is of interest.
  /// - Throws: ``HandlerError/tooManyParameters``.
  @inlinable public mutating func append(
    _ value: Value,
    raw: TextReference? = nil
  ) throws(HandlerError) {
    guard length < Self.maximumCount else { throw .tooManyParameters }
    unsafe (entries + length).initialize(
      to: Entry(value, raw: raw ?? TextReference(offset: 0, length: 0))
    )
    length += 1
  }

  /// Copies a text into the memory of the request.
  ///
  /// - Throws: ``HandlerError/tooLong`` if there is no room for it.
  /// - Complexity: O(bytes), without allocation.
  public mutating func store(_ text: RawSpan) throws(HandlerError) -> TextReference {
    let count = text.byteCount
    guard count <= capacity - used else { throw .tooLong }
    let reference = TextReference(offset: UInt32(used), length: UInt32(count))
    unsafe text.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (bytes + used).copyMemory(from: start, byteCount: source.count)
    }
    used += count
    return reference
  }

  /// A part of a text that is stored already; nil if it does not lie within it.
  @inlinable public func part(_ range: Range<Int>, of text: TextReference) -> TextReference? {
    guard range.lowerBound >= 0, range.upperBound <= Int(text.length) else { return nil }
    return TextReference(
      offset: text.offset + UInt32(range.lowerBound),
      length: UInt32(range.count)
    )
  }

  /// A parameter; nil if there is none at `index`.
  @inlinable public subscript(index: Int) -> Value? {
    index >= 0 && index < length ? unsafe entries[index].value : nil
  }

  /// How the sender wrote a parameter; nil if there is none at `index`.
  @inlinable func raw(_ index: Int) -> TextReference? {
    index >= 0 && index < length ? unsafe entries[index].raw : nil
  }

  /// Lets `body` read a text.
  ///
  /// - Precondition: the reference is of this request.
  @inlinable public func withText<Result, Failure: Error>(
    _ reference: TextReference,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (start, count) = (Int(reference.offset), Int(reference.length))
    precondition(start <= used && count <= used - start, "the text is of an earlier request")
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes + start, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: buffer))
  }
}

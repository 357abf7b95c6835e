/// A map of strings in the order of the file.
///
/// The order is kept, so that what was read can be written again byte for byte. Two maps are equal
/// if they hold the same pairs in any order.
public struct MCAPStringMap: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// A key and its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String

    /// Pairs a key with a value.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The pairs, in the order in which they are written.
  public var entries: [Entry]

  /// Takes pairs in order.
  public init(entries: [Entry] = []) {
    self.entries = entries
  }

  /// Takes the pairs of a literal, in its order.
  public init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { Entry(key: $0.0, value: $0.1) }
  }

  /// The value of the first pair with this key, or nil; setting appends, replaces or removes.
  ///
  /// - Complexity: O(n).
  public subscript(key: String) -> String? {
    get { entries.first { $0.key == key }?.value }
    set {
      let place = entries.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): entries[place].value = value
      case (let place?, nil): entries.remove(at: place)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Whether both hold the same pairs.
  public static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries || left.sorted == right.sorted
  }

  private var sorted: [Entry] {
    entries.sorted { ($0.key, $0.value) < ($1.key, $1.value) }
  }

  init(_ fields: inout MCAPFields) throws(MCAPError) {
    entries = []
    let end = try fields.blockEnd()
    while fields.position < end {
      let key = try fields.string()
      entries.append(Entry(key: key, value: try fields.string()))
    }
    try fields.expect(end)
  }

  func encode(into buffer: inout UnsafeMCAPBuffer) {
    let mark = buffer.beginBlock()
    for entry in entries {
      buffer.put(string: entry.key)
      buffer.put(string: entry.value)
    }
    buffer.endBlock(mark)
  }
}

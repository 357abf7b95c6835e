import KymoHTTP

// Members are written as they come and put in order when their object is closed.
extension JSONWriter {
  mutating func beginMember() {
    endMember()
    guard members.count < Self.maximumSortedMembers else {
      failure = .tooManyMembers(limit: Self.maximumSortedMembers)
      return
    }
    members.push(Member(start: text.count, end: text.count))
  }

  /// The last member ends before the comma that was written for the next one.
  private mutating func endMember() {
    guard let container = containers.top, members.count > container.membersBefore else { return }
    members[members.count - 1].end = text.count - 1
  }

  mutating func sortMembers(of container: Container) {
    let range = container.membersBefore..<members.count
    guard !range.isEmpty, !text.isOverfull else { return }
    members[members.count - 1].end = text.count
    sort(range)
    sorted.reset()
    for index in range {
      if index > range.lowerBound { sorted.append(UInt8(ascii: ",")) }
      sorted.append(members[index].start..<members[index].end, of: text)
    }
    text.replace(from: container.start, with: sorted)
    members.pop(range.count)
  }

  /// Heap sort: in place, without recursion and never quadratic.
  private mutating func sort(_ range: Range<Int>) {
    for root in stride(from: range.count / 2 - 1, through: 0, by: -1) {
      sift(root, range.lowerBound, range.count)
    }
    for end in stride(from: range.count - 1, to: 0, by: -1) {
      members.swap(range.lowerBound, range.lowerBound + end)
      sift(0, range.lowerBound, end)
    }
  }

  private mutating func sift(_ root: Int, _ base: Int, _ count: Int) {
    var root = root
    while 2 * root + 1 < count {
      var child = 2 * root + 1
      if child + 1 < count, precedes(members[base + child], members[base + child + 1]) {
        child += 1
      }
      guard precedes(members[base + root], members[base + child]) else { return }
      members.swap(base + root, base + child)
      root = child
    }
  }

  /// Whether a member's name comes first; of equal names, the one that was written first.
  private func precedes(_ left: Member, _ right: Member) -> Bool {
    var first = left.start + 1
    var second = right.start + 1
    while true {
      let a = nameByte(&first)
      let b = nameByte(&second)
      if a != b { return a < b }
      if a == -1 { return left.start < right.start }
    }
  }

  /// The next byte of a name without its escapes, or -1 at the closing quote.
  private func nameByte(_ index: inout Int) -> Int {
    let byte = text[index]
    if byte == UInt8(ascii: "\"") { return -1 }
    index += 1
    guard byte == UInt8(ascii: "\\") else { return Int(byte) }
    let escape = text[index]
    index += 1
    switch escape {
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "u"):
      index += 4
      let high = HexDigit.value(of: text[index - 2]) ?? 0
      let low = HexDigit.value(of: text[index - 1]) ?? 0
      return Int(high << 4 | low)
    default: return Int(escape)
    }
  }
}

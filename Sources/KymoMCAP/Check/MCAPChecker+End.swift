/// The ends of a file: that of its data section, its summary, and its footer.
extension MCAPChecker {
  /// The footer in the last bytes of a file, if it is one and can be read out of order.
  static func footer(
    _ source: any MCAPByteSource
  ) throws(MCAPError) -> (record: MCAPFooter, offset: UInt64)? {
    guard let size = source.size, size >= UInt64(MCAPFormat.tailBytes) else { return nil }
    let offset = size - UInt64(MCAPFormat.tailBytes)
    var window = try MCAPWindow(source)
    guard let tail = try window.bytes(at: offset, count: MCAPFormat.tailBytes),
      tail[0] == MCAPOpcode.footer.rawValue, tail.suffix(8).elementsEqual(MCAPFormat.magic),
      tail.loadLittleEndian(at: 1, as: UInt64.self) == UInt64(MCAPFormat.footerContentBytes)
    else { return nil }
    let record = MCAPFooter(
      summaryStart: tail.loadLittleEndian(at: 9),
      summaryOffsetStart: tail.loadLittleEndian(at: 17),
      summaryCRC: tail.loadLittleEndian(at: 25)
    )
    return (record, offset)
  }

  /// Finds the summary behind the end of the data section.
  mutating func beginSummary() throws(MCAPError) {
    let offset = input.offset
    summaryOffset = offset
    input.restartSum()
    guard let footer, footer.offset >= offset else { return }
    let start = footer.record.summaryStart == 0 ? footer.offset : footer.record.summaryStart
    guard start != offset else { return }
    guard start > offset, start <= footer.offset else {
      let problem = "the summary starts at byte \(offset), not \(start) as the footer says"
      return add(.record(.malformed, "footer", at: footer.offset, problem))
    }
    let problem = "\(start - offset) bytes that are in no section, up to byte \(start)"
    add(.record(.malformed, "bytes after the data section", at: offset, problem))
    try skip(to: start, "summary", offset)
    summaryOffset = start
    input.restartSum()
  }

  mutating func takeFooter(
    _ record: MCAPFooter,
    at start: UInt64,
    _ length: UInt64,
    _ before: MCAPChecksum
  ) throws(MCAPError) {
    let prefixBytes = MCAPFormat.prefixBytes
    if length != UInt64(prefixBytes + MCAPFormat.footerContentBytes) {
      add(.record(.malformed, "footer", at: start, "it has more bytes after its checksum"))
    }
    var found = record.summaryStart == 0 ? MCAPChecksum() : before
    input.buffer.withBytes(input.used..<input.used + prefixBytes + 16) { found.update($0) }
    report.summaryChecksum = compare(record.summaryCRC, found)
    if report.summaryChecksum == .differs {
      let offset = summaryOffset
      add(.checksum("summary", at: offset, is: found.value, says: record.summaryCRC))
    }
    if record.summaryStart != 0, record.summaryStart != summaryOffset, footer == nil {
      let says = record.summaryStart
      let problem = "the summary starts at byte \(summaryOffset), not \(says) as the footer says"
      add(.record(.malformed, "footer", at: start, problem))
    }
    for finding in file.checkEnd(record, at: start) { report.add(finding) }
    warnOfFile(footer: start)
    input.advance(Int(length))
    let end = input.offset
    let magic = MCAPFormat.magic
    guard try input.require(magic.count), input.peek(magic.count) == magic else {
      add(MCAPError(.magic, at: end, "the file does not end with the magic bytes"))
      return finish(whole: false)
    }
    input.advance(magic.count)
    let last = input.offset
    if try input.require(1) {
      add(.record(.malformed, "file", at: last, "bytes after the end"))
    }
    finish(whole: true)
  }

  /// Warns of what is allowed, and not advisable.
  mutating func warnOfFile(footer footerOffset: UInt64) {
    if let firstOutside, file.isIndexed {
      let problem = "\(outsideCount) messages outside of chunks, which readers by index will miss"
      warn("message", firstOutside, problem)
    }
    if let firstLate {
      let problem =
        "\(file.tally.lateCount) messages are earlier than one of their channel before them"
      warn("message", firstLate, problem)
    }
    if report.dataChecksum == .absent {
      warn("data end", dataEndOffset, "no checksum covers the header, the metadata and the indexes")
      if let unsummedChunk { warn("chunk", unsummedChunk, "no checksum covers its records") }
    }
    if report.summaryChecksum == .absent {
      warn("footer", footerOffset, "no checksum covers the summary")
    }
  }
}

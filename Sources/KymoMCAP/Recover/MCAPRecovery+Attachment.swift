/// Attachments: copied block by block, so that memory does not depend on their length.
extension MCAPRecovery {
  /// Takes an attachment, and returns where the next record is.
  mutating func takeAttachment(_ prefix: MCAPRecordPrefix) throws(MCAPError) -> UInt64 {
    let offset = prefix.offset
    guard prefix.length <= UInt64(limits.recordBytes) else {
      let problem = "\(prefix.length) bytes, more than the \(limits.recordBytes) allowed"
      throw .record(.limit, prefix.name, at: offset, problem)
    }
    let attachment = try MCAPStoredAttachment(prefix, &window)
    let end = try end(ofFields: attachment.end, prefix)
    let checksum = try isSound ? .matches : attachment.checksum(&window)
    if checksum != .matches, let inner = try vouchedChunk(from: offset + 1, to: prefix.end) {
      let problem = "\(prefix.name) at byte \(offset): a whole chunk lies in it"
      report.lose(inner - offset, at: offset, problem)
      return inner
    }
    if attachment.end != prefix.end, try isChunkInDisguise(offset) { return try takeChunk(offset) }
    if gathers { return end }
    if case .differs(let found, let says) = checksum {
      let error = MCAPError.checksum("attachment", at: offset, is: found, says: says)
      report.lose(0, at: offset, error.message + "; kept as it is")
    }
    try copy(attachment)
    return end
  }

  /// Keeps what is there of an attachment that the end of the file cuts.
  mutating func takeCutAttachment(at offset: UInt64) throws(MCAPError) {
    let length: UInt64 = try window.integer(at: offset + 1) ?? 0
    let prefix = MCAPRecordPrefix(
      opcode: MCAPOpcode.attachment.rawValue,
      offset: offset,
      length: min(length, window.size)
    )
    let attachment = try MCAPStoredAttachment(prefix, &window, isCut: true)
    if gathers {
      report.attachmentsKept += 1
    } else {
      try copy(attachment)
    }
  }

  /// Writes an attachment into the new file.
  private mutating func copy(_ attachment: MCAPStoredAttachment) throws(MCAPError) {
    // Once begun it is copied whole: half of one would tear the new file.
    try source.withoutStopping { (source) throws(MCAPError) in
      try writer.copy(attachment, from: source)
    }
    report.attachmentsKept += 1
  }
}

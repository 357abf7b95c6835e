import KymoCore
import KymoMCAP

// What needs the decoder alone is asked of it: asked of the events, the compiler copies all of them first.
extension MCAPChunkDecoder {
  /// The sample that begins at a place of the chunk.
  @inline(__always)
  func payload(at offset: Int, _ role: ChannelRole) -> Payload {
    if role.form == .bytes { return sample(at: offset, role.leastBytes - 4) }
    var payload = Payload()
    payload.word0 = load(at: offset)
    payload.word1 = load(at: offset + 8)
    payload.word2 = load(at: offset + 16)
    if role.form == .sixWords {
      payload.word3 = load(at: offset + 24)
      payload.word4 = load(at: offset + 32)
      payload.word5 = load(at: offset + 40)
    }
    return payload
  }

  /// A sample of any size.
  private func sample(at offset: Int, _ count: Int) -> Payload {
    let end = offset + count
    var payload = Payload()
    payload.word0 = loadWord(at: offset, upTo: end)
    payload.word1 = loadWord(at: offset + 8, upTo: end)
    payload.word2 = loadWord(at: offset + 16, upTo: end)
    payload.word3 = loadWord(at: offset + 24, upTo: end)
    payload.word4 = loadWord(at: offset + 32, upTo: end)
    payload.word5 = loadWord(at: offset + 40, upTo: end)
    return payload
  }
}

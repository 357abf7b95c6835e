/// Sixty-four bytes that can be told from any mixture of two of them.
struct Words: BitwiseCopyable, Sendable {
  var w0, w1, w2, w3, w4, w5, w6, w7: UInt64

  init(_ number: UInt64) {
    w0 = number
    w1 = number &* 3
    w2 = number &* 5
    w3 = number &* 7
    w4 = number ^ 0x5555_5555_5555_5555
    w5 = ~number
    w6 = number &+ 0x0123_4567_89AB_CDEF
    w7 = number &* 0x9E37_79B9_7F4A_7C15
  }

  var isIntact: Bool {
    let whole = Words(w0)
    return w1 == whole.w1 && w2 == whole.w2 && w3 == whole.w3 && w4 == whole.w4 && w5 == whole.w5
      && w6 == whole.w6 && w7 == whole.w7
  }
}

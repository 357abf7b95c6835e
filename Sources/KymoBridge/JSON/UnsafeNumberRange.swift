import CSimdJSON

/// Whether the number at `range`, which has the grammar of JSON, is within the range of a double.
///
/// SAFETY: the slice of the span lies within it, which `extracting` checks, and the callee reads exactly as
/// many bytes as it is told.
func numberIsFinite(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
  unsafe bytes.extracting(range).withUnsafeBufferPointer { number in
    unsafe simdjson_number_is_finite(number.baseAddress, number.count)
  }
}

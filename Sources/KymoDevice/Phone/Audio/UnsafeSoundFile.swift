import CSndFile

/// Writes and reads audio in Core Audio Format with libsndfile: mono, 16-bit linear PCM, 44.1 kHz.
///
/// The same samples give the same bytes with the same version of libsndfile; there is no time in them.
///
/// SAFETY: a handle is opened and closed once within `open`, which keeps the memory alive that libsndfile
/// reaches through its user data; the table of callbacks is copied by libsndfile. Samples come and go with
/// the length of the array that is lent for the call.
enum UnsafeSoundFile {
  /// The bytes of a file with these samples; nil if libsndfile refuses, which takes more than a minute of them
  /// or a lack of memory.
  static func encode(_ samples: [Int16]) -> [UInt8]? {
    let memory = UnsafeSoundMemory()
    var info = SF_INFO()
    info.samplerate = Int32(AudioFormat.hertz)
    info.channels = 1
    info.format = format
    let count = unsafe open(memory, SFM_WRITE, info) { file, _ in
      unsafe samples.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return Int64(0) }
        return unsafe sf_write_short(file, base, Int64(source.count))
      }
    }
    return count == Int64(samples.count) ? memory.bytes : nil
  }

  /// The samples of a file; nil if it is not such audio.
  static func decode(_ bytes: [UInt8]) -> [Int16]? {
    unsafe read(bytes) { file, frames in
      let samples = unsafe [Int16](unsafeUninitializedCapacity: frames) { target, count in
        guard let base = target.baseAddress else { return }
        count = max(0, Int(unsafe sf_read_short(file, base, Int64(frames))))
      }
      return samples.count == frames ? samples : nil
    }
  }

  /// The number of samples of a file; nil if it is not such audio.
  static func frames(in bytes: [UInt8]) -> Int? { unsafe read(bytes) { $1 } }

  /// CAF, 16-bit PCM, little-endian as in the phone.
  private static var format: Int32 {
    Int32(SF_FORMAT_CAF | SF_FORMAT_PCM_16) | Int32(SF_ENDIAN_LITTLE)
  }

  private static func read<R>(_ bytes: [UInt8], _ body: (OpaquePointer, Int) -> R?) -> R? {
    // libsndfile would try every format that it knows.
    guard bytes.starts(with: "caff".utf8) else { return nil }
    let memory = UnsafeSoundMemory(bytes)
    return unsafe open(memory, SFM_READ, SF_INFO()) { file, info in
      // What a header promises is not believed beyond what there is.
      guard info.format == format, info.channels == 1, Int64(info.samplerate) == AudioFormat.hertz,
        0...Int64(bytes.count / AudioFormat.sampleBytes) ~= info.frames
      else { return nil }
      return unsafe body(file, Int(info.frames))
    }
  }

  private static func open<R>(
    _ memory: UnsafeSoundMemory,
    _ mode: Int,
    _ info: SF_INFO,
    _ body: (OpaquePointer, SF_INFO) -> R?
  ) -> R? {
    withExtendedLifetime(memory) {
      var info = info
      var callbacks = UnsafeSoundMemory.callbacks
      let data = unsafe Unmanaged.passUnretained(memory).toOpaque()
      guard let file = unsafe sf_open_virtual(&callbacks, Int32(mode), &info, data) else {
        return nil
      }
      let result = unsafe body(file, info)
      return unsafe sf_close(file) == 0 ? result : nil
    }
  }
}

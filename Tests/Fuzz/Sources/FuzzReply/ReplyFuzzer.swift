import KymoClient
import KymoHTTP
import KymoMCAP

/// Any bytes as the reply of a server: nothing crashes, a reply is the same in whatever pieces it comes, and its
/// limits hold.
final class ReplyFuzzer {
  /// What a reader made of the bytes.
  private struct Read: Equatable {
    var status = 0
    var version = 0
    var reason = ""
    var fields: [HTTPField] = []
    var body: [UInt8] = []
    var bodyBytes: Int64 = 0
    var interim = 0
    var keepsConnection = false
    /// How many bytes belong to it; nil if there was more to come.
    var used: Int?
    var error: ResponseError?
  }

  private static let limits: ResponseLimits = {
    var limits = ResponseLimits()
    limits.headBytes = 512
    limits.bodyBytes = 1024
    limits.interimReplies = 3
    return limits
  }()

  private var keeping = ResponseReader(limits: limits, keepsMessages: true)
  private var counting = ResponseReader(limits: limits)

  /// Reads an input: the first byte says how, the second into how large pieces it is cut.
  func run(_ bytes: RawSpan) {
    guard bytes.byteCount >= 2 else { return }
    let kind = bytes.load(at: 0, as: UInt8.self)
    let size = max(1, Int(bytes.load(at: 1, as: UInt8.self)))
    let reply = bytes.extracting(2..<bytes.byteCount)
    let (isHead, ends) = (kind & 1 == 1, kind & 2 == 2)
    let whole = read(&keeping, reply, reply.byteCount, isHead, ends)
    let pieces = read(&keeping, reply, size, isHead, ends)
    precondition(whole == pieces, "a reply depends on the pieces that it comes in")
    check(whole, reply)
    var counted = read(&counting, reply, size, isHead, ends)
    precondition(counted.body.isEmpty && counted.fields.isEmpty, "a reader keeps what it must not")
    (counted.reason, counted.fields, counted.body) = (whole.reason, whole.fields, whole.body)
    precondition(counted == whole, "a reply depends on whether it is kept")
  }

  private func read(
    _ reader: inout ResponseReader,
    _ bytes: RawSpan,
    _ size: Int,
    _ isHead: Bool,
    _ ends: Bool
  ) -> Read {
    reader.begin(isHead: isHead)
    var result = Read()
    do throws(ResponseError) {
      var place = 0
      while place < bytes.byteCount, !reader.isComplete {
        let end = min(place + max(size, 1), bytes.byteCount)
        if let used = try reader.read(bytes.extracting(place..<end)) {
          precondition(used >= 0 && used <= end - place, "a reply is longer than what came")
          result.used = place + used
        }
        place = end
      }
      if ends { try reader.end() }
    } catch { result.error = error }
    result.status = reader.status
    result.version = reader.minorVersion
    result.reason = reader.reason
    result.fields = reader.fields
    result.body = reader.body
    result.bodyBytes = reader.bodyBytes
    result.interim = reader.interim
    result.keepsConnection = reader.keepsConnection
    if result.error != nil {
      // How much of a body was taken before a fault in it may depend on the pieces.
      (result.body, result.bodyBytes) = ([], 0)
    }
    return result
  }

  private func check(_ read: Read, _ bytes: RawSpan) {
    precondition(read.interim <= Self.limits.interimReplies + 1)
    precondition(read.bodyBytes <= min(Self.limits.bodyBytes, Int64(bytes.byteCount)))
    precondition(read.bodyBytes == Int64(read.body.count))
    var names: Set<String> = []
    for field in read.fields {
      precondition(!field.name.isEmpty, "a field without a name")
      precondition(names.insert(field.name.lowercased()).inserted, "two fields of one name")
      precondition(!field.value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 })
    }
    guard read.used != nil else { return }
    precondition(read.error == nil && 200...999 ~= read.status, "a reply without a status")
  }
}

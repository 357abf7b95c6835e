/// The findings of a strict reading of a file.
public struct MCAPCheckReport: Sendable, Equatable {
  /// The result of comparing a checksum.
  public enum Checksum: String, Sendable {
    /// The file has none there, or was not read so far.
    case absent
    /// It is that of the bytes.
    case matches
    /// The bytes have another one.
    case differs
  }

  /// The defects, in the order in which they were met; at most ``findingsMaximum`` of each severity.
  public private(set) var findings: [MCAPFinding] = []
  /// How many errors there are, kept or not.
  public private(set) var errorCount: UInt64 = 0
  /// How many warnings there are, kept or not.
  public private(set) var warningCount: UInt64 = 0
  /// How many things are unusual and nothing else, kept or not.
  public private(set) var unusualCount: UInt64 = 0
  /// The first error; nil if there is none.
  public private(set) var firstError: MCAPError?
  /// Bytes of the file that were read.
  public internal(set) var byteCount: UInt64 = 0
  /// Messages that were read.
  public internal(set) var messageCount: UInt64 = 0
  /// Chunks, readable or not.
  public internal(set) var chunkCount: UInt64 = 0
  /// Attachments.
  public internal(set) var attachmentCount: UInt64 = 0
  /// Metadata records.
  public internal(set) var metadataCount: UInt64 = 0
  /// The checksum over everything from the first byte to the end of the data section.
  public internal(set) var dataChecksum = Checksum.absent
  /// The checksum over the summary and the footer.
  public internal(set) var summaryChecksum = Checksum.absent
  /// Whether the file was read to its end, or to the place from which on it makes no sense.
  public internal(set) var isFinished = false

  /// How many findings of each severity are kept.
  public static let findingsMaximum: UInt64 = 500

  /// Makes the report of a file of which nothing was read yet.
  public init() {}

  /// Whether the whole file was read, and has no error.
  public var passes: Bool { isFinished && errorCount == 0 }

  /// How many findings were counted and not kept.
  public var leftOutCount: UInt64 {
    errorCount + warningCount + unusualCount - UInt64(findings.count)
  }

  mutating func add(_ finding: MCAPFinding) {
    let count: UInt64
    switch finding.severity {
    case .error:
      errorCount += 1
      count = errorCount
      firstError = firstError ?? finding.problem
    case .warning:
      warningCount += 1
      count = warningCount
    case .unusual:
      unusualCount += 1
      count = unusualCount
    }
    if count <= Self.findingsMaximum { findings.append(finding) }
  }
}

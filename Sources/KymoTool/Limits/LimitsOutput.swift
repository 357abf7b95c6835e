import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

/// The file that `--write-limits` names; what is in it of other recordings and apps stays.
struct LimitsOutput {
  /// Where new limits are going to stand.
  var place: LimitPlace { .option("--write-limits \(path)") }

  private let path: String
  private let subject: RecordingLimits
  private let inputs: InputFiles

  /// Looks at the file.
  ///
  /// - Parameters:
  ///   - path: the file; it need not be there.
  ///   - subject: whose limits are written.
  ///   - inputs: what is read, which must not be overwritten.
  /// - Throws: why it cannot be written, or is no file of limits.
  init(
    _ path: String,
    _ subject: RecordingLimits,
    inputs: InputFiles
  ) throws(CommandFailure) {
    self.path = path
    self.subject = subject
    self.inputs = inputs
    _ = try former()
    // It is made again once there is something to write.
    try OutputFile(path, isNone: inputs).discard()
  }

  /// Reads a file of limits.
  ///
  /// - Throws: what is wrong with it, and on which line.
  static func read(_ path: String) throws(CommandFailure) -> LimitsFile {
    let text = try UnsafeTextFile.read(path, limit: LimitsFile.maximumBytes)
    do throws(LimitsFileError) { return try LimitsFile(json: text, name: path) } catch {
      throw CommandFailure("\(error)".printable)
    }
  }

  /// Adds limits to the file, which is replaced as a whole.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - console: where to say so.
  /// - Throws: why it is not written.
  func write(_ limits: [FigureLimit], to console: inout Console) throws(CommandFailure) {
    // Another one that adds limits reads what this one writes, and writes what this one has read.
    let interrupt = console.interrupt
    let lock = UnsafeFileLock(folder: UnsafeFilePlace.folder(of: path)) { interrupt.isRequested }
    defer { lock?.release() }
    var file = try former()
    var own = subject
    own.limits = limits
    let former = file.merge(own)
    let output = try OutputFile(path, isNone: inputs)
    try output.keeping { () throws(CommandFailure) in
      try output.write(file.text)
      try output.commit()
    }
    console.note(
      "wrote \(limits.count) \(limits.count == 1 ? "limit" : "limits") to \(path): "
        + "\(Self.headroom(of: limits)); review \(limits.count == 1 ? "it" : "them")"
    )
    if former > 0 {
      console.note(
        """
        \(former) limits are still those of \(subject.recording) before it changed: this run does \
        not measure them; write them anew, too
        """
      )
    }
  }

  /// With how much headroom limits were set, in words.
  private static func headroom(of limits: [FigureLimit]) -> String {
    var words: [String] = []
    func add(_ word: String) { if !words.contains(word) { words.append(word) } }
    func text(_ number: Double) -> String { NumberText.shortest(number) }
    for limit in limits {
      switch limit.figure {
      case .counted(.instructions): add("instructions +\(text(LimitProposal.instructionPercent)) %")
      case .counted: add("counts as counted")
      case .time(_, .p50): add("medians × \(text(LimitProposal.medianFactor))")
      case .time: add("p99 × \(text(LimitProposal.tailFactor))")
      case .knee: add("a knee -\(text(LimitProposal.kneePercent)) %")
      case .drops: add("no losses")
      case .deadlineMisses: break
      }
    }
    return words.joined(separator: ", ")
  }

  private func former() throws(CommandFailure) -> LimitsFile {
    guard UnsafeFileIdentity(path: path) != nil else { return LimitsFile(name: path) }
    return try Self.read(path)
  }
}

public import KymoBench

/// The findings of a gate, for those who were not there: the input of its exports.
public struct GateSummary: Sendable, Equatable {
  /// The program that compared, with its version, such as `kymograph 0.1.0`.
  public var program: String
  /// BASE, as people know it.
  public var base: String
  /// HEAD, as people know it.
  public var head: String
  /// The recording that gave the events.
  public var recording: String
  /// The verdict, and why.
  public var decision: GateDecision
  /// Each way of measuring, and its figures.
  public var phases: [PhaseJudgement]
  /// The counts that were compared.
  public var counts: [CountComparison]
  /// Further remarks.
  public var notes: [String]
  /// How long it took, in s.
  public var seconds: Double
  /// When it began, in ns since the epoch; nil to leave it out.
  public var startNanoseconds: Int64?
  /// The name of the tool whose command this is, as it is typed.
  public var tool: String
  /// Further facts on the builds and the machine, for people.
  public var facts: [Fact]
  /// The command line that makes it again; nil to leave it out.
  public var commandLine: String?

  /// Something that people want to know of a run.
  public struct Fact: Sendable, Equatable {
    /// The name, in a word.
    public var name: String
    /// The text of the fact.
    public var text: String

    /// States it.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// Puts together what was found.
  public init(
    program: String,
    base: String,
    head: String,
    recording: String,
    decision: GateDecision,
    phases: [PhaseJudgement],
    counts: [CountComparison],
    notes: [String] = [],
    seconds: Double,
    startNanoseconds: Int64? = nil,
    tool: String = "kymo",
    facts: [Fact] = [],
    commandLine: String? = nil
  ) {
    self.program = program
    self.base = base
    self.head = head
    self.recording = recording
    self.decision = decision
    self.phases = phases
    self.counts = counts
    self.notes = notes
    self.seconds = seconds
    self.startNanoseconds = startNanoseconds
    self.tool = tool
    self.facts = facts
    self.commandLine = commandLine
  }

  /// The verdict in words, of the builds as people know them; no more than was compared.
  var sentence: String {
    let text = decision.sentence
    guard text.hasPrefix("HEAD is ") else { return text }
    let words = text.dropFirst("HEAD".count).split(separator: " ", omittingEmptySubsequences: false)
    var isNamed = false
    return head
      + words.map { word in
        guard !isNamed, word.hasPrefix("BASE") else { return String(word) }
        isNamed = true
        return base + word.dropFirst("BASE".count)
      }.joined(separator: " ")
  }

  /// Every figure, those that were measured first.
  var figures: [GateFigure] {
    phases.flatMap { phase in phase.metrics.map { GateFigure($0, phase: phase.phase.name) } }
      + counts.map(GateFigure.init)
  }
}

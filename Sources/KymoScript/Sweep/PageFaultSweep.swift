/// The same run of a page again and again, each with one fault at another message: which faults are made, and what each
/// of them does to the page.
///
///     var sweep = PageFaultSweep(PageFaultSweep.kinds, against: try run(PageFaults()), atMost: 500)
///     while let (number, fault) = sweep.next { sweep.add(try run(PageFaults([number: fault]))) }
///     print(sweep.findings.count { $0.effect.isMistake })
///
/// The runs are the caller's. Messages and kinds are taken evenly if there are more than runs.
public struct PageFaultSweep: Sendable {
  /// A fault that was tried.
  public struct Finding: Sendable, Equatable {
    /// The fault.
    public var fault: PageFault
    /// The number of its message.
    public var number: UInt64
    /// The effect.
    public var effect: PageFaultEffect
    /// More of that, in words; empty if there is no more to say.
    public var text: String
  }

  /// All kinds, with a delay of a second.
  public static var kinds: [PageFault] {
    [.drop, .duplicate, .reorder, .delay(1_000_000_000), .reload]
  }

  /// The faults to make at messages.
  public let kinds: [PageFault]
  /// The run without a fault.
  public let reference: PageTrial
  /// How many runs there could be.
  public let possibleRuns: UInt64
  /// How many runs there are to be.
  public let runs: UInt64
  /// The findings of the runs so far.
  public private(set) var findings: [Finding] = []

  /// A sweep of which no run was made yet.
  ///
  /// - Parameters:
  ///   - kinds: what is made at messages, each as often as the others.
  ///   - reference: the run without a fault.
  ///   - maximumRuns: how many runs there are at most, at least 0.
  public init(_ kinds: [PageFault], against reference: PageTrial, atMost maximumRuns: Int) {
    self.kinds = kinds
    self.reference = reference
    possibleRuns = reference.messages * UInt64(kinds.count)
    runs = min(possibleRuns, UInt64(maximumRuns))
  }

  /// Reads kinds of faults: names with commas between them, or `all`.
  ///
  /// - Throws: ``PageFaultError/noKind(_:)``.
  public static func kinds(_ text: String) throws(PageFaultError) -> [PageFault] {
    var kinds: [PageFault] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let found = Self.kinds.filter { name == "all" || $0.name == name }
      guard !found.isEmpty else { throw .noKind(String(name)) }
      kinds += found.filter { !kinds.contains($0) }
    }
    return kinds
  }

  /// The fault of the next run; nil if all runs were made.
  public var next: (number: UInt64, fault: PageFault)? {
    let run = UInt64(findings.count)
    guard run < runs else { return nil }
    // Evenly over the messages, and each kind as often as the others.
    let place = run * possibleRuns / runs
    return (place / UInt64(kinds.count), kinds[Int(run % UInt64(kinds.count))])
  }

  /// Whether all runs were made.
  public var isWhole: Bool { UInt64(findings.count) == runs }

  /// Takes what the run with ``next`` came to.
  ///
  /// - Precondition: there is a next run.
  public mutating func add(_ trial: PageTrial) {
    guard let (number, fault) = next else { preconditionFailure("all runs were made") }
    let (effect, text) = trial.effect(against: reference)
    findings.append(Finding(fault: fault, number: number, effect: effect, text: text))
  }

  /// How often a kind had each effect, in the order of `PageFaultEffect.allCases`.
  public func counts(of kind: PageFault) -> [Int] {
    PageFaultEffect.allCases.map { effect in
      findings.count { $0.fault == kind && $0.effect == effect }
    }
  }
}

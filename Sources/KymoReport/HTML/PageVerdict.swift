import KymoBench

/// The first words of a page: the verdict, its meaning, the objections to what is shown, and the
/// advice about them.
struct PageVerdict {
  /// How many reasons are listed.
  static let maximumReasons = 50

  /// The verdict in a few words; plain text.
  let word: String
  /// Whether nothing speaks against what is shown.
  let isGood: Bool
  /// The meaning of the verdict; plain text.
  let sentence: String
  /// The objections to what is shown, a line each; plain text.
  var reasons: [String] = []
  /// The advice; plain text, nil if nobody knows.
  var advice: String?
  /// Whether the verdict is what was asked for: it stands before the name then, and is large if it is good, too.
  var isResult = false

  /// The verdict as HTML.
  var html: String {
    let strong = HTMLText.element("strong", "", HTMLText.escaped(word))
    let text = HTMLText.breakable(sentence)
    if isGood && !isResult { return "<p class=\"verdict valid\">\(strong) \(text)</p>\n" }
    let kind = (isResult ? "found " : "") + (isGood ? "valid" : "invalid")
    let role = isGood ? "" : " role=\"alert\""
    return "<div class=\"verdict \(kind)\"\(role)>\(strong)\n<p>\(text)</p>\n\(list)\(what)</div>\n"
  }

  private var list: String {
    guard !reasons.isEmpty else { return "" }
    var items = reasons.prefix(Self.maximumReasons)
      .map { HTMLText.element("li", "", HTMLText.breakable($0)) }
    let more = reasons.count - items.count
    if more > 0 { items.append("<li>and \(more) more</li>") }
    return "<ul>\(items.joined())</ul>\n"
  }

  private var what: String {
    advice.map { HTMLText.element("p", "", HTMLText.breakable($0)) + "\n" } ?? ""
  }
}

extension PageVerdict {
  /// The verdict on figures that may be compared with others, or not, and that may be beyond limits.
  ///
  /// - Parameters:
  ///   - reasons: why they must not be compared; empty if they may.
  ///   - praise: what it means if they may.
  ///   - figures: which figures must not be compared if they may not.
  ///   - advice: what to do about the reasons; nil if nobody knows.
  ///   - limits: the limits that were set, with their verdicts; nil if none were.
  init(
    reasons: [String],
    praise: String,
    figures: String = "these figures",
    advice: String? = nil,
    limits: LimitJudgement?
  ) {
    if !reasons.isEmpty {
      self.init(
        word: "INVALID",
        isGood: false,
        sentence: "Do not compare \(figures) with others, because:",
        reasons: reasons,
        advice: advice
      )
    } else if let limits, !limits.broken.isEmpty {
      self.init(
        word: "Valid\(limits.brokenWords)",
        isGood: false,
        sentence: "\(praise). Beyond a limit:",
        reasons: limits.broken.map(\.sentence)
      )
    } else {
      self.init(word: "Valid", isGood: true, sentence: "\(praise).")
    }
  }
}

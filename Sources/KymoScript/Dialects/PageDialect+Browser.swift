import KymoText

/// The dialect of a page in a browser, whose half lives there.
extension PageDialect {
  /// How many draws a page half has without drawing the first again.
  private static var draws: Int { 16 }

  /// Gives a new page its half.
  func attach(_ page: ChromiumPage) {
    forget()
    browserPage = page
    guard let own = Self.source(of: options.bridge) else { return }
    page.half = ChromiumHalf(
      scripts: (PackageResources.dialect_js, own),
      native: .object(settings.map { JSONMember($0.name, $0.value) }),
      seeds: nextSeeds(Self.draws),
      hear: { [unowned self] kind, texts in hear(kind, texts) },
      answerNow: answerNow
    )
  }

  /// What the half says, in its order.
  private func hear(_ kind: String, _ texts: [String?]) {
    func text(_ index: Int) -> String? { index < texts.count ? texts[index] : nil }
    switch kind {
    case "seed": drawSeed()
    case "post": post(text(0), text(1), text(2), text(3))
    case "control": control(text(0) ?? "", text(1) ?? "", Self.token(text(2) ?? ""))
    case "report": report(text(0) ?? "")
    default: break
    }
  }
}

import Testing

@testable import KymoCommandLine

@Suite("Pages of the reference") struct ReferencePageTests {
  private static let command = CommandSpecification(
    name: "odd",
    abstract: "Say <odd> things.",
    discussion: "Of a_b and *c*.\n\n  kymo odd | less",
    positionals: [PositionalSpecification("what", help: "One | the other.")],
    examples: [CommandExample("kymo odd 'a|b'", "a pipe")],
    exitCodes: [ExitCodeNote(.failure, "nothing is odd")]
  )

  @Test("text that looks like Markdown stays text, and a bar ends no cell") func escapes() {
    let page = ReferencePage(of: Self.command, in: Fixture.tool.tool)
    #expect(page.path == "commands/odd.md")
    let lines = page.text.split(separator: "\n")
    #expect(lines.first == "# kymo odd")
    #expect(lines.contains("Say \\<odd\\> things."))
    #expect(lines.contains("Of a\\_b and \\*c\\*."))
    #expect(lines.contains("  kymo odd | less"))
    #expect(lines.contains("| `what` | One \\| the other. |"))
    #expect(lines.contains("| `kymo odd 'a\\|b'` | a pipe |"))
    #expect(lines.contains("| 1 | nothing is odd |"))
  }

  @Test(
    "there is a page for each command and topic, and a list of each kind, in folders that are made"
  )
  func writing() {
    let folder = UnsafeTestFolder()
    let written = Fixture.run("--generate-reference", folder("new"))
    #expect(written.status == .success, "\(written.diagnostics)")
    let pages = ReferencePage.all(of: Fixture.tool.tool, commands: Fixture.tool.specifications)
    let topics = HelpTopic.names.map { "topics/\($0).md" }
    let lists = ["commands/README.md", "topics/README.md", "schemas.md"]
    #expect(Set(pages.map(\.path)) == Set(topics + lists + ["commands/shake.md"]))
    for page in pages { #expect(folder.text("new/\(page.path)") == page.text) }
    #expect(Fixture.run("--generate-reference").status == .usage)
  }
}

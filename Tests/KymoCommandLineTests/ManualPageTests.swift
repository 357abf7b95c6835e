import KymoReport
import Testing

@testable import KymoCommandLine

@Suite("Manual pages") struct ManualPageTests {
  @Test("text that looks like a request, or has characters of the format, stays text")
  func escapes() {
    let specification = CommandSpecification(
      name: "odd",
      abstract: "Say odd things.",
      discussion: ".so /etc/passwd\n\n'quoted' at the start, and a \\ back-slash",
      examples: [CommandExample("kymo odd 'a b'", ".hidden")]
    )
    let page = ManualPage(of: specification, in: Fixture.tool.tool)
    let lines = page.text.split(separator: "\n")
    #expect(lines.contains("\\&.so /etc/passwd"))
    #expect(lines.contains("\\(aqquoted\\(aq at the start, and a \\e back\\-slash"))
    #expect(lines.contains("\\&.hidden"))
    #expect(lines.contains("\\fBkymo odd \\(aqa b\\(aq\\fR"))
  }

  @Test("they are written into a folder, and a missing one is named") func writing() {
    let folder = UnsafeTestFolder()
    let written = Fixture.run("--generate-manual", folder.path)
    #expect(written.status == .success, "\(written.diagnostics)")
    let topics = HelpTopic.names.map { "kymo-\($0).1" }
    #expect(folder.names == (topics + ["kymo-shake.1", "kymo.1"]).sorted())
    let missing = Fixture.run("--generate-manual", folder("none"))
    #expect(missing.status == .failure)
    #expect(missing.diagnostics.contains("\(folder("none"))/kymo.1: "))
    for words in [["--generate-manual"], ["--generate-manual", "--help"]] {
      var console = Console.captured()
      #expect(Fixture.tool.run(words, console: &console) == .usage)
    }
  }

  @Test("the schemas of files are printed by their names", arguments: PublishedSchema.allCases)
  func schemas(_ schema: PublishedSchema) {
    let printed = Fixture.run("--print-schema", schema.rawValue)
    #expect(printed.status == .success)
    #expect(printed.output.contains("json-schema.org/draft/2020-12"))
    #expect(Fixture.run("--print-schema", "walk").status == .usage)
    let listed = Fixture.run("--print-schema").output.split(separator: "\n").map(String.init)
    #expect(listed == PublishedSchema.allCases.map(\.rawValue).sorted())
  }
}

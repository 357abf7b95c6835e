import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("The commands of the tool") struct CommandListTests {
  @Test("the specification of every real command holds together") func registry() {
    let specifications = CommandLineTool.kymo.specifications.flatMap { [$0] + $0.actions }
    #expect(Set(specifications.map(\.name)).count == specifications.count)
    for specification in specifications {
      #expect(!specification.examples.isEmpty, "\(specification.name) teaches nothing")
      #expect(!specification.exitCodes.isEmpty, "\(specification.name) keeps its status secret")
      for example in specification.examples {
        #expect(example.command.hasPrefix("kymo \(specification.name)"))
      }
    }
  }

  @Test("every command has a page with every option of it") func pages() throws {
    let tool = CommandLineTool.kymo
    let pages = ManualPage.all(
      of: tool.tool,
      abstract: tool.abstract,
      commands: tool.specifications
    )
    let specifications = tool.specifications.flatMap { [$0] + $0.actions }
    #expect(pages.count == specifications.count + 1 + HelpTopic.allCases.count)
    #expect(pages.first?.fileName == "kymo.1")
    for specification in specifications {
      let name = specification.name.split(separator: " ").joined(separator: "-")
      let page = try #require(pages.first { $0.fileName == "kymo-\(name).1" })
      #expect(page.text.hasPrefix(".TH \"KYMO\\-"))
      for name in specification.options.map(\.name) + specification.flags.map(\.name) {
        let spelling = "\\-\\-" + name.split(separator: "-").joined(separator: "\\-")
        #expect(page.text.contains(spelling), "\(specification.name) does not have --\(name)")
      }
    }
  }
}

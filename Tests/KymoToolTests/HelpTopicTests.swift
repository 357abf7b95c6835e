import KymoCommandLine
import Testing

@testable import KymoTool

/// Help is short, and the long stories are pages of their own.
@Suite("Short helps, and topics") struct HelpTopicTests {
  private static let tool = CommandLineTool.kymo

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("No command lists more than 25 options, or has more than 80 lines of help")
  func short() {
    let help = HelpText(tool: "kymo", width: 80)
    for command in Self.tool.specifications.flatMap({ [$0] + $0.actions }) {
      let listed =
        command.options.count { !$0.isRare } + command.flags.count { !$0.isRare }
      #expect(listed <= 25, "\(command.name)")
      // The last line has an end, too.
      let count = lines(help.command(command)).count - 1
      #expect(count <= 80, "\(command.name) has \(count)")
    }
    #expect(lines(help.overview(abstract: "", commands: Self.tool.specifications)).count <= 80)
  }

  @Test("What is rare is named, and explained where all is asked for") func rare() {
    let help = HelpText(tool: "kymo", width: 80)
    let bench = BenchCommand.specification
    #expect(
      help.command(bench).contains("MORE OPTIONS, which 'kymo bench --help-hidden' explains:")
    )
    for command in Self.tool.specifications {
      let whole = help.command(command, isWhole: true)
      for name in command.options.map(\.name) + command.flags.map(\.name) {
        #expect(help.command(command).contains("--\(name)"), "\(command.name) --\(name)")
        #expect(whole.contains("  --\(name)") || whole.contains(", --\(name)"))
      }
      #expect(!whole.contains("MORE OPTIONS"))
    }
    var console = Console.captured()
    #expect(Self.tool.run(["bench", "--help-hidden"], console: &console) == .success)
    #expect(console.output.text.contains("  --handicap NANOSECONDS"))
  }

  @Test("Every topic is a page that some command points to", arguments: HelpTopic.allCases)
  func topic(_ topic: HelpTopic) {
    let specifications = Self.tool.specifications
    #expect(!specifications.contains { $0.name == topic.rawValue }, "it is a command, too")
    #expect(specifications.contains { $0.topics.contains(topic) })
    var console = Console.captured()
    #expect(Self.tool.run(["help", topic.rawValue], console: &console) == .success)
    let text = console.output.text
    let page = topic.page(tool: "kymo")
    #expect(!page.title.isEmpty && text.hasPrefix("OVERVIEW: \(page.title)\n\n"))
    #expect(page.blocks.count > 3)
    #expect(!text.contains("`"))
    for line in lines(HelpText(tool: "kymo", width: 80).topic(topic)) {
      #expect(line.count <= 80, "\(line)")
    }
    // The commands that it names are there.
    for part in topic.markdown(tool: "kymo").split(separator: "`kymo ").dropFirst() {
      let word = part.prefix { $0.isLetter || $0 == "-" }
      let isKnown = specifications.contains { $0.name == word } || word == "help"
      #expect(isKnown || word == "--print-schema", "kymo \(word)")
    }
  }

  @Test("A page is taken apart into headings, paragraphs, items and lines") func parts() {
    let page = TopicPage(
      markdown: """
        # A title

        Some `text` over
        two lines.

        ## Part

        - one,
          and more
        - two

            kymo bench
              deeper
        """
    )
    #expect(page.title == "A title")
    #expect(
      page.blocks == [
        .paragraph("Some `text` over\ntwo lines."), .heading("Part"), .item("one,\n  and more"),
        .item("two"), .literal(["kymo bench", "  deeper"]),
      ]
    )
    let other = HelpTopic.limits.markdown(tool: "steps")
    #expect(other.contains("    steps count") && other.contains("`steps --print-schema"))
    #expect(!other.contains("kymo "))
  }

  @Test("A topic has a manual page, and completes") func everywhere() {
    let pages = ManualPage.all(
      of: Self.tool.tool,
      abstract: Self.tool.abstract,
      commands: Self.tool.specifications
    )
    let page = pages.first { $0.fileName == "kymo-limits.1" }
    #expect(page?.text.contains(".SH WHEN A LIMIT IS BROKEN\n") == true)
    #expect(page?.text.contains("with \\fB\\-\\-strict\\fR the command") == true)
    #expect(pages.first { $0.fileName == "kymo-bench.1" }?.text.contains("kymo\\-limits") == true)
    for shell in CompletionShell.allCases {
      let script = shell.script(tool: "kymo", commands: Self.tool.specifications)
      #expect(script.contains(" baselines "), "\(shell)")
    }
  }
}

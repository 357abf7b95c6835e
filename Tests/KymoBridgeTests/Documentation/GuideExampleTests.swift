import Foundation
import KymoBridge
import KymoCore
import KymoText
import Testing

@Suite("The first example of the guide")
struct GuideExampleTests {
  /// The lines are those of the guide, "Commands and handlers"; change both together.
  @Test("A user's own command takes parameters, computes and replies")
  func ownCommand() throws {
    var map = CommandMap()
    map.validate("default") { $0.parameterCount <= 10 ? .proceed : .exit }  // Before all others.
    map.business("add") { exchange in
      let sum = try exchange.number(at: 1) + exchange.number(at: 2)  // 0 is the page's controller.
      try exchange.append(.number(sum))
      return .proceed
    }
    map.view("add") { exchange in
      guard case .number(let sum)? = exchange.result(0) else { throw HandlerError.missingParameter }
      try exchange.reply(calling: "sum", .number(sum))  // Escaped as the page needs it.
      return .proceed
    }
    var port = try CallPort(map)
    print(port.send("call?cmd=add&msg=[1.5,2]").reply ?? "")  // handleRequest('sum',3.5)

    let sum = port.send("call?cmd=add&msg=[1.5,2]")
    #expect(sum.status == .completed && sum.reply == "handleRequest('sum',3.5)")
    #expect(port.send("call?cmd=add&msg=[1]").error == .missingParameter)
    #expect(port.send("call?cmd=add&msg=[1,%22b%22]").error == .wrongType)
    #expect(port.send("call?cmd=add&msg=[1,2,3,4,5,6,7,8,9,10]").status == .validationFailed)
    #expect(port.send("call?cmd=sub&msg=[1,2]").status == .unknownCommand)
    #expect(port.send("call?cmd=add&msg=%zz").error == .badPercentEscape)
  }

  @Test("The guide shows the lines that are compiled here, fifteen at most")
  func same() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = root.appending(path: "Documentation/guide/commands-and-handlers.md")
    let guide = try String(contentsOf: page, encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n")
    let block = try #require(blocks.first { $0.contains("CallPort(map)") })
    let lines = try #require(block.components(separatedBy: "```").first)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.hasPrefix("import ") }
    #expect(lines.count <= 15)
    var rest = source[...]
    for line in lines {
      guard let found = rest.range(of: line) else {
        Issue.record("not compiled here, or in another order: \(line)")
        return
      }
      rest = rest[found.upperBound...]
    }
  }
}

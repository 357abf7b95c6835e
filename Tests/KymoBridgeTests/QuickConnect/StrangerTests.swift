import KymoBridge
import KymoCore
import KymoText
import Testing

/// What somebody writes who has read the guide and nothing else.
@Suite("Closures, errors, texts and replies of an app") struct StrangerTests {
  private enum OwnError: UInt16, CodedError {
    case tooFar = 256
  }

  private struct NamelessError: Error {}

  private func serving(_ body: @escaping (inout Exchange) throws -> Verdict) throws -> CallPort {
    var map = CommandMap()
    map.view("do", body)
    return try CallPort(map)
  }

  @Test("A closure may throw anything, and each error has a number") func errors() throws {
    var port = try serving { exchange in
      switch try exchange.string(at: 1) {
      case "own": throw OwnError.tooFar
      case "foreign": throw NamelessError()
      default: return .proceed
      }
    }
    #expect(port.send(#"call?cmd=do&msg=["own"]"#).error == HandlerError(code: 256))
    #expect(port.send(#"call?cmd=do&msg=["foreign"]"#).error == .uncoded)
    #expect(port.send(#"call?cmd=do&msg=[7]"#).error == .wrongType)
    #expect(port.send("call?cmd=do").error == .missingParameter)
    #expect(port.send(#"call?cmd=do&msg=["fine"]"#).status == .completed)
  }

  @Test("Every stage takes such a closure, and the error stage sees the number") func stages()
    throws
  {
    var map = CommandMap()
    map.validate("do") { exchange in
      if exchange.parameterCount > 2 { throw OwnError.tooFar }
      return .proceed
    }
    map.business("do") { exchange in
      try exchange.append(.integer(exchange.integer(at: 1)))
      return .proceed
    }
    map.error("do") { exchange in
      try exchange.reply(json: .integer(Int64(exchange.failure?.code ?? 0)))
      return .proceed
    }
    var port = try CallPort(map)
    #expect(port.send("call?cmd=do&msg=[1,2]").reply == "256")
    #expect(port.send(#"call?cmd=do&msg=["1"]"#).reply == "3")
    #expect(port.send("call?cmd=do&msg=[1]").status == .completed)
  }

  @Test("A text is lent without a copy") func lent() throws {
    var port = try serving { exchange in
      let count = try exchange.withText(at: 1) { $0.byteCount }
      try exchange.reply(json: .integer(Int64(count)))
      return .proceed
    }
    #expect(port.send(#"call?cmd=do&msg=["%C3%A9a"]"#).reply == "3")
    #expect(port.send("call?cmd=do").error == .missingParameter)
  }

  @Test("What is in a text arrives as it is, and cannot end the script") func escaped() throws {
    let text = "it's \"so\" \\ \u{2028}\u{7}\n</script>"
    var json = try serving { exchange in
      try exchange.reply(json: ["text": .string(text)])
      return .proceed
    }
    #expect(
      json.send("call?cmd=do").reply
        == "{\"text\":\"it's \\\"so\\\" \\\\ \u{2028}\\u0007\\n</script>\"}"
    )
    var script = try serving { exchange in
      try exchange.reply(calling: "it's\u{2029}", .string(text))
      return .proceed
    }
    #expect(
      script.send("call?cmd=do").reply
        == "handleRequest('it\\'s\\u2029',\"it's \\\"so\\\" \\\\ \\u2028\\u0007\\n</script>\")"
    )
  }

  @Test("A reply that is too long is an error") func tooLong() throws {
    var port = try serving { exchange in
      try exchange.reply(json: .string(String(repeating: "x", count: Exchange.maximumReplyBytes)))
      return .proceed
    }
    #expect(port.send("call?cmd=do").error == .tooLong)
  }
}

import KymoCore
import Testing

/// What handlers see of a request.
@Suite("Parameters") struct ParameterTests {
  /// Lets `body` be the handler of one request, and gives the outcome.
  func handle(
    _ text: String,
    decoder: RequestDecoder? = WordDecoder(),
    _ body: @escaping (inout Exchange) throws(HandlerError) -> Void
  ) throws -> Outcome {
    var map = CommandMap()
    map.decoder = decoder
    map.business("a") { (exchange) throws(HandlerError) in
      try body(&exchange)
      return .proceed
    }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(Requests(text))
    return dispatcher.sink.outcomes[0]
  }

  /// What an accessor says of the only parameter of a request.
  func read<Found>(
    _ word: String,
    at index: Int = 1,
    _ access: @escaping (borrowing Exchange, Int) throws(HandlerError) -> Found
  ) throws -> Result<Found, HandlerError>? {
    var found: Result<Found, HandlerError>?
    let outcome = try handle(word) { (exchange) throws(HandlerError) in
      do throws(HandlerError) {
        found = .success(try access(exchange, index))
      } catch {
        found = .failure(error)
        throw error
      }
    }
    // What a handler lets through is the outcome.
    guard case .failure(let error)? = found else {
      #expect(outcome.status == .completed)
      return found
    }
    #expect(outcome.status == .failed && outcome.stage == .business)
    #expect(outcome.errorCode == error.code)
    return found
  }

  @Test("The controller is parameter 0, those of the page start at 1")
  func controller() throws {
    var seen: [Value?] = []
    let outcome = try handle("i7 btrue -") { exchange in
      #expect(exchange.parameterCount == 4)
      seen = (-1...4).map { exchange.parameter($0) }
    }
    #expect(seen == [nil, .controller, .integer(7), .boolean(true), Value.none, nil])
    #expect(outcome.status == .completed)
    _ = try handle("") { exchange in
      #expect(exchange.parameterCount == 1)
      #expect(exchange.parameter(0) == .controller && exchange.parameter(1) == nil)
    }
  }

  @Test("An event that is no request has none, and neither has one without a decoder")
  func noRequest() throws {
    var counts: [Int] = []
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("a") { exchange in
      counts.append(exchange.parameterCount)
      #expect(exchange.parameter(0) == nil || exchange.event.kind == .message)
      return .proceed
    }
    var requests = Requests("i1 i2")
    requests.add(.sample(at: 1))
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: NoSink())
    dispatcher.dispatch(requests)
    #expect(counts == [3, 0])
    let outcome = try handle("!16", decoder: nil) { exchange in
      #expect(exchange.parameterCount == 0 && exchange.parameter(0) == nil)
    }
    #expect(outcome.status == .completed)
  }

  @Test(
    "A whole number is one however it is written, if it fits",
    arguments: [
      ("i-1", -1), ("i9223372036854775807", .max), ("n1e2", 100), ("n-0.0", 0),
      ("n-9223372036854775808", .min),
    ] as [(String, Int64)]
  )
  func integers(_ word: String, _ value: Int64) throws {
    #expect(
      try read(word) { (e, i) throws(HandlerError) in try e.integer(at: i) } == .success(value)
    )
  }

  @Test(
    "Anything else is no whole number",
    arguments: [
      "n1.5", "n9223372036854775808", "n1e308", "nnan", "ninf", "btrue", "t1", "j[1]", "-",
    ]
  )
  func notIntegers(_ word: String) throws {
    let found = try read(word) { (e, i) throws(HandlerError) in try e.integer(at: i) }
    #expect(found == .failure(.wrongType))
  }

  @Test("Numbers, truth values and texts are what they are, and nothing else is taken for them")
  func types() throws {
    let words = ["i2", "n2.5", "btrue", "bfalse", "thé", "t", "j[1]", "-"]
    let numbers = try words.map { word in
      try read(word) { (e, i) throws(HandlerError) in try e.number(at: i) }
    }
    #expect(numbers[0] == .success(2) && numbers[1] == .success(2.5))
    #expect(numbers.dropFirst(2).allSatisfy { $0 == .failure(.wrongType) })
    let booleans = try words.map { word in
      try read(word) { (e, i) throws(HandlerError) in try e.boolean(at: i) }
    }
    #expect(booleans[2] == .success(true) && booleans[3] == .success(false))
    let texts = try words.map { word in
      try read(word) { (e, i) throws(HandlerError) in e.string(try e.text(at: i)) }
    }
    #expect(texts[4] == .success("hé") && texts[5] == .success(""))
    for (index, word) in words.enumerated() {
      #expect((2...3).contains(index) || booleans[index] == .failure(.wrongType), "\(word)")
      #expect((4...5).contains(index) || texts[index] == .failure(.wrongType), "\(word)")
    }
  }

  @Test(
    "A parameter that is not there is missing, and the controller is of no type",
    arguments: 0...2
  )
  func missing(_ index: Int) throws {
    for at in [-1, 2, .max, 0] {
      let expected = at == 0 ? HandlerError.wrongType : .missingParameter
      let found = try read("i1", at: at) { (e, i) throws(HandlerError) -> Int in
        switch index {
        case 0: Int(try e.integer(at: i))
        case 1: Int(try e.number(at: i))
        default: Int(try e.text(at: i).length)
        }
      }
      #expect(found == .failure(expected), "\(at)")
    }
    let found = try read("i1", at: 2) { (e, i) throws(HandlerError) in try e.boolean(at: i) }
    #expect(found == .failure(.missingParameter))
  }

  @Test("The raw wording is kept, whatever the value became")
  func raw() throws {
    for word in ["n1e2", "i007", "thello", "j{}", "bmaybe", "-"] {
      let found = try read(word) { (e, i) throws(HandlerError) in e.string(try e.rawText(at: i)) }
      #expect(found == .success(word))
    }
    let beyond = try read("i1", at: 2) { (e, i) throws(HandlerError) in try e.rawText(at: i) }
    #expect(beyond == .failure(.missingParameter))
    let controller = try read("i1", at: 0) { (e, i) throws(HandlerError) in
      e.string(try e.rawText(at: i))
    }
    #expect(controller == .success(""))
  }

  @Test("A text is compared byte for byte")
  func comparison() throws {
    _ = try handle("tstart tstarted tstar t tSTART i1 té") { exchange in
      #expect((0...8).map { exchange.parameter($0, is: "start") }.firstIndex(of: true) == 1)
      #expect((2...8).allSatisfy { !exchange.parameter($0, is: "start") })
      #expect(exchange.parameter(4, is: "") && exchange.parameter(7, is: "é"))
      #expect(!exchange.parameter(-1, is: "") && !exchange.parameter(6, is: "1"))
    }
  }

  @Test("A request sees nothing of the one before it")
  func reset() throws {
    var seen: [String] = []
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("a") { (exchange) throws(HandlerError) in
      seen.append("\(exchange.parameterCount) " + exchange.string(try exchange.text(at: 1)))
      return .proceed
    }
    var requests = Requests()
    requests.add("tlong-long-long i1 i2", at: 0)
    requests.add("tshort", at: 1)
    requests.add("!16", at: 2)
    requests.add("-", at: 3)
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(requests)
    #expect(seen == ["4 long-long-long", "2 short"])
    let outcomes = dispatcher.sink.outcomes
    #expect(outcomes.map(\.status) == [.completed, .completed, .malformed, .failed])
    #expect(outcomes[3].errorCode == HandlerError.wrongType.code)
  }

  @Test("One parameter more than there may be, and one byte more, are malformed requests")
  func limits() throws {
    let most = Array(repeating: "i1", count: Parameters.maximumCount - 1)
    let capacity = 3 * Parameters.maximumCount
    func status(_ words: [String], _ capacity: Int) throws -> String {
      let decoder = WordDecoder(textCapacity: capacity)
      let text = words.joined(separator: " ")
      let outcome = try handle(text, decoder: decoder) { exchange in
        #expect(exchange.parameterCount == words.count + 1)
      }
      return "\(outcome.status) \(outcome.errorCode)"
    }
    #expect(try status(most, capacity) == "completed 0")
    #expect(try status(most + ["i1"], capacity) == "malformed 8")
    #expect(try status(["t1234"], 5) == "completed 0")
    #expect(try status(["t1234"], 4) == "malformed 7")
    #expect(try status(["t1234"], 0) == "malformed 7")
    #expect(try status([], 0) == "completed 0")
  }

  @Test("A text as a result lies in the same memory, until that is full")
  func textResults() throws {
    var map = CommandMap()
    map.decoder = WordDecoder(textCapacity: 20)
    var seen: [String] = []
    map.business("a") { (exchange) throws(HandlerError) in
      try UnsafeBytes.lend(Array("result".utf8)) { (text) throws(HandlerError) in
        try exchange.append(text: text)
      }
      return .proceed
    }
    map.view("a") { (exchange) throws(HandlerError) in
      guard case .text(let result)? = exchange.result(0) else { throw .wrongType }
      seen.append(exchange.string(result) + " " + exchange.string(try exchange.text(at: 1)))
      return .proceed
    }
    var requests = Requests("t1234567890123")
    requests.add("t12345678901234", at: 1)
    requests.add("tx", at: 2)
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: OutcomeList())
    dispatcher.dispatch(requests)
    #expect(seen == ["result 1234567890123", "result x"])
    #expect(dispatcher.sink.outcomes[1].errorCode == HandlerError.tooLong.code)
    #expect(dispatcher.sink.outcomes[1].status == .failed)
  }

  @Test("The exact text is there beside the parameters")
  func exactText() throws {
    _ = try handle("i1  tx ") { exchange in
      #expect(exchange.withMessage(UnsafeBytes.copy) == Array("i1  tx ".utf8))
    }
  }

  @Test("A part of a text lies within it, or there is none")
  func parts() throws {
    final class Parts: RequestDecoder {
      override var textCapacity: Int { 64 }
      override func decode(
        _ text: RawSpan,
        into parameters: inout Parameters
      ) throws(HandlerError) {
        let whole = try parameters.store(text)
        #expect(parameters.capacity == 64 && parameters.count == 1)
        #expect(parameters[0] == .controller && parameters[1] == nil && parameters[-1] == nil)
        #expect(parameters.part(0..<6, of: whole) == nil)
        #expect(parameters.part(-1..<2, of: whole) == nil)
        guard let middle = parameters.part(1..<4, of: whole) else { throw .invalidValue }
        #expect(parameters.withText(middle) { $0.text } == "ell")
        #expect(parameters.part(1..<4, of: middle) == nil)
        #expect(parameters.part(3..<3, of: middle)?.length == 0)
      }
    }
    #expect(try handle("hello", decoder: Parts()) { _ in }.status == .completed)
  }
}

extension WebViewBridge {
  /// Takes the messages that the page has sent up to now, in order.
  ///
  /// From within a handler nothing is taken at once: what was sent meanwhile follows when the messages before it are
  /// handled.
  public func flush() {
    if isFlushing {
      mustFlushAgain = true
      return
    }
    isFlushing = true
    defer { isFlushing = false }
    repeat {
      mustFlushAgain = false
      fetchAll()
    } while mustFlushAgain
  }

  private func fetchAll() {
    guard let page, page.isReady else { return }
    let end = page.sent
    repeat {
      let before = page.fetched
      let text: String?
      do throws(ScriptError) { text = try page.fetch(options.delivery) } catch {
        return tell(.scriptFailed(error))
      }
      arrive(text, from: page)
      handleArrived()
      if page.fetched == before { return }
    } while page.fetched < end && self.page === page
  }

  /// Takes messages that the page hands over itself; from within a handler they wait their turn.
  func take(_ text: String?, from page: any BridgedPage) {
    arrive(text, from: page)
    guard !isFlushing else { return }
    isFlushing = true
    defer { isFlushing = false }
    handleArrived()
  }

  /// Takes the text of a queue that came some other way, as a recording has it; its messages are counted as sent.
  ///
  /// - Parameter text: the text; nil if there was none.
  public func take(queue text: String?) {
    arrived.append(Arrival(text: text, count: 0))
    guard !isFlushing else { return }
    isFlushing = true
    defer { isFlushing = false }
    handleArrived()
  }

  private func arrive(_ text: String?, from page: any BridgedPage) {
    book.toNative.sent += page.fetched - page.taken
    arrived.append(Arrival(text: text, count: page.fetched - page.taken))
    page.taken = page.fetched
  }

  private func handleArrived() {
    while let next = arrived.popFirst() { handle(queue: next.text, count: next.count) }
  }

  /// Handles the messages of a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - count: how many the page says that it holds.
  private func handle(queue text: String?, count: UInt64) {
    reader.keepsTexts = logger != nil || tap != nil
    let elements: [QueueReader.Element]
    do throws(QueueReader.Malformed) {
      elements = try reader.read(text ?? "")
    } catch {
      book.toNative.malformed += count
      return tell(.malformedQueue(error.reason))
    }
    // What somebody else put into the page's queue is not of its counting.
    let surplus = UInt64(elements.count) > count ? UInt64(elements.count) - count : 0
    book.toNative.sent += surplus
    if UInt64(elements.count) < count {
      book.toNative.malformed += count - UInt64(elements.count)
    }
    for (index, element) in elements.enumerated() {
      switch element {
      case .malformed(let reason):
        book.toNative.malformed += 1
        tell(.malformedMessage(.toNative, index: index, reason: reason))
      case .message(let message):
        book.toNative.delivered += 1
        log("RCVD", message.text)
        tap?(.toNative, message.text)
        dispatch(message)
      }
    }
  }

  private func dispatch(_ message: PageCall) {
    // A message with both numbers is an answer.
    if let id = message.responseID, !id.isEmpty { return answer(id, message.responseData) }
    guard let handler = message.name.map({ handlers[$0] }) ?? defaultHandler else {
      book.unhandled += 1
      unhandled?(message.name, message.data)
      return tell(.noHandler(.toNative, name: message.name))
    }
    let respond = Responder(self, id: message.callbackID)
    do { try handler(message.data, respond) } catch {
      tell(.handlerThrew(.toNative, name: message.name, reason: "\(error)"))
    }
  }

  private func answer(_ id: String, _ data: Payload) {
    guard let number = MessageText.number(ofID: id), number <= lastID else {
      book.unknownResponses += 1
      return tell(.unknownResponse(.toNative, id: id))
    }
    guard let answer = pending.removeValue(forKey: number) else {
      if number <= dropped { return tell(.lateResponse(.toNative, id: id)) }
      book.duplicateResponses += 1
      return tell(.duplicateResponse(.toNative, id: id))
    }
    book.answers.came += 1
    answer.callback(data)
  }
}

extension RingModel {
  /// The states that one more step of either thread can lead to.
  func successors() -> [RingModel] { producerSteps() + consumerSteps() }

  /// The element that the producer is pushing: 1, 2, 3 ...
  var element: UInt8 { setup.pushes - producer.left + 1 }

  func producerSteps() -> [RingModel] {
    var next = self
    switch producer.step {
    case .start:
      if producer.left == 0 {
        next.producer.step = .done
      } else if producer.position &- producer.seen < Self.capacity {
        next.beginFill()
      } else {
        next.producer.step = .refresh
      }
      return [next]
    case .refresh:
      return refreshes { state in
        switch state.setup.policy {
        case .wait: break  // Looks again.
        case .dropNewest: state.dropNewest()
        case .dropOldest: state.producer.step = .exchange
        }
      }
    case .exchange:
      if setup.mutation == .dropWithoutExchange {
        next.producer.step = .discard
        return [next]
      }
      return exchanges(.producer, expected: producer.seen, desired: producer.seen + 1).map {
        var state = $1
        state.producer.step = $0 ? .discard : .secondRefresh
        return state
      }
    case .discard:
      let dropped = memory[Self.slot(producer.seen)].last?.value ?? 0
      next.change(dropped / 2, from: .inRing, to: .droppedOldest)
      next.write(.producer, producer.seen, 0, "discards")
      next.producer.seen += 1
      next.beginFill()
      return [next]
    case .secondRefresh:
      return refreshes { $0.dropNewest() }
    case .fillHalf:
      next.change(element, from: .unborn, to: .inRing)
      next.write(.producer, producer.position, element * 2, "fills")
      next.producer.step = .fillRest
      return [next]
    case .fillRest:
      next.write(.producer, producer.position, element * 2 + 1, "fills")
      if setup.mutation == .publishBeforeFill {
        next.endPush()
      } else {
        next.producer.step = .publish
      }
      return [next]
    case .publish:
      let release = setup.mutation != .relaxedPublish
      next.store(.producer, Self.tail, producer.position + 1, release: release)
      if setup.mutation == .publishBeforeFill {
        next.producer.step = .fillHalf
      } else {
        next.endPush()
      }
      return [next]
    default:
      return []
    }
  }

  mutating func beginFill() {
    producer.step = setup.mutation == .publishBeforeFill ? .publish : .fillHalf
  }

  mutating func endPush() {
    producer.position += 1
    producer.left -= 1
    producer.step = .start
  }

  mutating func dropNewest() {
    change(element, from: .unborn, to: .droppedNewest)
    producer.left -= 1
    producer.step = .start
  }

  /// Looks at the consumer's counter; `full` says what follows if there is still no room.
  func refreshes(_ full: (inout RingModel) -> Void) -> [RingModel] {
    loads(.producer, Self.head, acquire: setup.mutation != .relaxedRefresh).map { head, state in
      var state = state
      state.producer.seen = max(state.producer.seen, head)
      if state.producer.position - state.producer.seen < Self.capacity {
        state.beginFill()
      } else {
        full(&state)
      }
      return state
    }
  }

  func consumerSteps() -> [RingModel] {
    var next = self
    switch consumer.step {
    case .start:
      if consumer.left == 0 {
        next.consumer.step = .done
      } else if contended {
        next.consumer.step = .readClaim
      } else if consumer.seen == consumer.position {
        next.consumer.step = .readTail
      } else {
        next.beginRun()
      }
      return [next]
    case .readClaim:
      let acquire = setup.mutation != .relaxedClaimRead
      return loads(.consumer, Self.claim, acquire: acquire).map { claim, state in
        var state = state
        state.consumer.position = claim
        state.consumer.step = .readTail
        return state
      }
    case .readTail:
      let acquire = setup.mutation != .relaxedObservation
      return loads(.consumer, Self.tail, acquire: acquire).map { tail, state in
        var state = state
        state.consumer.seen = tail
        if tail < state.consumer.position {
          state.violation = "the consumer saw a claim beyond the tail"
        } else if tail == state.consumer.position {
          state.endAttempt()
        } else {
          state.beginRun()
        }
        return state
      }
    case .exchangeClaim:
      if setup.mutation == .claimWithoutExchange {
        next.store(.consumer, Self.claim, consumer.position + consumer.run)
        next.consumer.step = .firstLook
        return [next]
      }
      let desired = consumer.position + consumer.run
      return exchanges(.consumer, expected: consumer.position, desired: desired).map {
        var state = $1
        state.consumer.step = $0 ? .firstLook : .readClaim
        return state
      }
    case .firstLook, .secondLook:
      let position = consumer.position + consumer.offset
      next.touch(.consumer, position, "reads")
      let value = memory[Self.slot(position)].last?.value ?? 0
      if value % 2 == 0 { next.violation = next.violation ?? "a torn element was read" }
      if consumer.step == .firstLook {
        next.consumer.step = .secondLook
        return [next]
      }
      if throwsNow {
        next.advance(from: .firstLook, to: contended ? .giveBack : .start)
        return [next]
      }
      if value / 2 <= last { next.violation = next.violation ?? "elements out of order" }
      next.last = value / 2
      next.change(value / 2, from: .inRing, to: .delivered)
      next.advance(from: .firstLook, to: .takeAway)
      return [next]
    case .giveBack:
      let claimed = consumer.position + consumer.run
      return exchanges(.consumer, expected: claimed, desired: consumer.position).map {
        var state = $1
        if !$0 { state.violation = "a claim was moved by the end that does not hold it" }
        state.endAttempt()
        return state
      }
    case .takeAway:
      next.write(.consumer, consumer.position + consumer.offset, 0, "empties")
      next.advance(from: .takeAway, to: .release)
      return [next]
    case .release:
      let release = setup.mutation != .relaxedRelease
      next.store(.consumer, Self.head, consumer.position + consumer.run, release: release)
      if setup.mutation == .releaseBeforeRead, !consumer.released {
        next.consumer.released = true
        next.consumer.step = .firstLook
      } else {
        next.consumer.position += consumer.run
        next.endAttempt()
      }
      return [next]
    default:
      return []
    }
  }

  /// Takes as many as there are, as a run may have, and as lie in a row.
  mutating func beginRun() {
    let available = consumer.seen - consumer.position
    let contiguous = Self.capacity - consumer.position % Self.capacity
    consumer.run = min(available, min(contiguous, setup.longestRun))
    consumer.offset = 0
    consumer.released = false
    let mutated = setup.mutation == .releaseBeforeRead
    consumer.step = contended ? .exchangeClaim : mutated ? .release : .firstLook
  }

  /// Whether the body of the visit that is going on will throw.
  var throwsNow: Bool { setup.firstVisitThrows && consumer.left == setup.attempts }

  /// On to the next element of the run, or to the next step.
  mutating func advance(from first: Step, to next: Step) {
    consumer.offset += 1
    if consumer.offset < consumer.run {
      consumer.step = first
    } else {
      consumer.offset = 0
      consumer.step = next
      if next == .start { endAttempt() }
      if next == .release, consumer.released {
        consumer.position += consumer.run
        endAttempt()
      }
    }
  }

  mutating func endAttempt() {
    consumer.left -= 1
    consumer.step = .start
  }

  /// In a state where nothing more happens, every element must be where the counters say it is.
  func finalViolation() -> String? {
    guard producer.step == .done, consumer.step == .done else { return nil }
    let oldest = memory[contended ? Self.claim : Self.head].last?.value ?? 0
    let tail = memory[Self.tail].last?.value ?? 0
    let inside = (oldest..<tail).map { (memory[Self.slot($0)].last?.value ?? 0) / 2 }
    let expected = fates.indices.filter { fates[$0] == .inRing }.map { UInt8($0) }
    if inside != expected { return "the ring holds \(inside), not \(expected)" }
    if fates.dropFirst().contains(.unborn) { return "an element was never pushed" }
    return nil
  }
}

public import Synchronization

/// Where the generator changes threads: put in before its thread starts, and again before it ends.
@usableFromInline final class LoadGeneratorBox: Sendable {
  @usableFromInline let content: Mutex<LoadGenerator?>

  @usableFromInline init(_ generator: consuming LoadGenerator) { content = Mutex(generator) }

  /// Takes the generator out.
  ///
  /// - Precondition: it is there.
  @usableFromInline func take() -> LoadGenerator {
    let generator = content.withLock { $0.take() }
    guard let generator else { preconditionFailure("the generator is in use") }
    return generator
  }

  /// Puts the generator back.
  @usableFromInline func put(_ generator: consuming LoadGenerator) {
    var generator: LoadGenerator? = consume generator
    content.withLock { $0 = generator.take() }
  }
}

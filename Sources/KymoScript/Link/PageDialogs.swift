/// The questions of a page to its user: counted, answered as somebody always would, and kept for a recording if
/// there is one.
public struct PageDialogs {
  /// How often the page has asked something.
  public private(set) var count: UInt64 = 0
  /// How many of them were not kept, because nothing else happened and too many waited.
  public private(set) var lost: UInt64 = 0
  /// Whether what the page asks is kept until somebody takes it.
  var areKept = false
  private let confirms: Bool
  private let maximumWaiting: Int
  private var waiting: [PageDialog] = []
  private var taken = 0

  /// Nothing was asked yet.
  ///
  /// - Parameters:
  ///   - confirms: whether somebody says yes.
  ///   - maximumWaiting: how many are kept at most.
  init(confirms: Bool, maximumWaiting: Int) {
    self.confirms = confirms
    self.maximumWaiting = maximumWaiting
  }

  /// Counts a question, and answers it.
  mutating func answer(_ dialog: WebDialog) -> ScriptValue {
    count += 1
    return switch dialog.kind {
    case "confirm": .boolean(confirms)
    case "prompt": confirms ? .string(dialog.offer) : .null
    default: .undefined
    }
  }

  /// Keeps what was asked, if that is wanted and there is room.
  mutating func keep(_ dialog: PageDialog) {
    guard areKept else { return }
    if waiting.count < maximumWaiting { waiting.append(dialog) } else { lost += 1 }
  }

  /// The first that is kept and nobody has taken; nil if there is none.
  var next: PageDialog? { taken < waiting.count ? waiting[taken] : nil }

  /// Takes it.
  mutating func take() {
    taken += 1
    guard taken == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    taken = 0
  }
}

import KymoText

/// The place of a recording among files that follow each other: those of a recorder that begins a new one now and then,
/// or of an import that was split at gaps.
public struct SeriesPlace: Sendable, Equatable {
  /// A file before or behind it.
  public struct Neighbour: Sendable, Equatable {
    /// What is found under its name.
    public enum State: String, Sendable {
      /// The file that follows, or is followed.
      case there
      /// Nothing.
      case missing
      /// A file that is written, or was never finished.
      case unfinished
      /// Another file.
      case foreign
    }

    /// Its path.
    public let path: String
    /// What is there.
    public let state: State

    /// Takes what was found under a name.
    public init(path: String, state: State) {
      self.path = path
      self.state = state
    }
  }

  /// Its number in the series, from 1.
  public let number: Int
  /// Whether it says itself that it is a part of a session; else its name does.
  public let isPart: Bool
  /// Whether it says that it is the last.
  public let isLast: Bool
  /// The file before it; nil for the first, and if its name does not tell.
  public let before: Neighbour?
  /// The file behind it; nil for the last, and if its name does not tell.
  public let behind: Neighbour?

  /// Takes what was found.
  public init(number: Int, isPart: Bool, isLast: Bool, before: Neighbour?, behind: Neighbour?) {
    self.number = number
    self.isPart = isPart
    self.isLast = isLast
    self.before = before
    self.behind = behind
  }

  /// The place in words.
  public var text: String {
    let what = isPart ? "part \(number) of a session" : "file \(number) of a series"
    let ends = [
      number == 1 ? "the first" : Self.text(before, "before it"),
      isLast ? "the last" : Self.text(behind, "behind it"),
    ]
    return what + ": " + ends.joined(separator: ", ")
  }

  private static func text(_ neighbour: Neighbour?, _ place: String) -> String {
    guard let neighbour else { return "its name does not say what is \(place)" }
    let name = neighbour.path.split(separator: "/").last.map(String.init) ?? neighbour.path
    return switch neighbour.state {
    case .there: "\(name) is \(place)"
    case .missing: "\(name) \(place) is not there"
    case .unfinished: "\(name) \(place) is not finished"
    case .foreign: "\(name) is not what is \(place)"
    }
  }

  /// The place as a member of a document.
  var json: JSONText {
    [
      "number": JSONText(number), "isPart": JSONText(isPart), "isLast": JSONText(isLast),
      "before": Self.json(before), "behind": Self.json(behind),
    ]
  }

  private static func json(_ neighbour: Neighbour?) -> JSONText {
    guard let neighbour else { return .null }
    return ["path": JSONText(neighbour.path), "state": JSONText(neighbour.state.rawValue)]
  }
}

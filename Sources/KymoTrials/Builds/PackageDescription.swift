import KymoBridge
import KymoReport
import KymoText

/// The names that a package owns, as `swift package describe --type json` says them.
struct PackageDescription: Equatable {
  /// The most of a description that is read, in bytes.
  static let limit = 1 << 26

  /// The package's name.
  var name: String
  /// The executable products that are its own, by name.
  var executables: [String]
  /// The names of all that it makes: its products, targets, modules and bundles of resources.
  var outputs: Set<String>

  /// Describes a package.
  init(name: String, executables: [String], outputs: Set<String> = []) {
    self.name = name
    self.executables = executables
    self.outputs = outputs
  }

  /// Reads a description; nil if it is none.
  init?(_ bytes: [UInt8]) {
    // What SwiftPM has to say besides may come first.
    guard let start = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let text = bytes[start...]
    guard text.count <= Self.limit else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: text.count))
    do { try document.parse(String(decoding: text, as: UTF8.self)) } catch { return nil }
    guard let name = document.text("name", of: document.root),
      let products = document.member("products", of: document.root)
    else { return nil }
    self.name = name
    executables = []
    outputs = []
    var cursor = document.cursor(over: products)
    while let product = cursor.next(in: document) {
      guard let name = document.text("name", of: product),
        let type = document.member("type", of: product)
      else { return nil }
      if document.member("executable", of: type) != nil { executables.append(name) }
      outputs.insert(name)
    }
    if let targets = document.member("targets", of: document.root) {
      var cursor = document.cursor(over: targets)
      while let target = cursor.next(in: document) {
        guard let target = document.text("name", of: target) else { continue }
        outputs.formUnion([target, Self.module(target), "\(name)_\(target)"])
      }
    }
    // SwiftPM lists those of targets without a product in any order.
    executables.sort()
  }

  /// The name of a target's module: what is no letter, digit or underscore is an underscore.
  private static func module(_ target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The product to build.
  ///
  /// - Parameters:
  ///   - wanted: the name that the user gave; nil for the only one.
  ///   - word: the revision, for the failure.
  /// - Returns: its name.
  /// - Throws: that there is none, or none of that name, or that there are several.
  func product(_ wanted: String?, of word: String) throws(TrialError) -> String {
    let list = executables.map(\.printable).joined(separator: ", ")
    let package = "the package \(name.printable)"
    if let wanted {
      if executables.contains(wanted) { return wanted }
      throw TrialError(
        about: word,
        "\(package) has no executable product '\(wanted)'; "
          + (executables.isEmpty ? "it has none" : "it has \(list)")
      )
    }
    switch executables.count {
    case 1: return executables[0]
    case 0:
      throw TrialError(
        about: word,
        "\(package) has no executable product",
        remedy: "--build COMMAND --executable PATH builds anything else"
      )
    default:
      throw TrialError(
        about: word,
        "\(package) has several executable products: \(list)",
        remedy: "choose one with --product"
      )
    }
  }
}

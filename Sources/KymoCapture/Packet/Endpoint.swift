/// One end of a connection.
public struct Endpoint: Hashable, Sendable, Comparable {
  /// The machine.
  public var address: IPAddress
  /// The port on it.
  public var port: UInt16

  /// Puts an end together.
  public init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// By address, then by port.
  public static func < (left: Self, right: Self) -> Bool {
    left.address != right.address ? left.address < right.address : left.port < right.port
  }
}

extension Endpoint: CustomStringConvertible {
  /// As it is usually written: `127.0.0.1:80`, `[::1]:80`.
  public var description: String {
    address.v4 == nil ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}

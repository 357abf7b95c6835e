import Glibc
import Testing

@testable import KymoPoll

@Suite("Sockets") struct SocketTests {
  @Test("What is sent is received, as far as there is room") func bytes() throws {
    let pair = try #require(UnsafeSocketPair())
    let (one, other) = (pair.one, pair.other)
    defer {
      close(one)
      close(other)
    }
    let buffer = IOBuffer(capacity: 4)
    #expect(Socket.receive(other, into: buffer) == .blocked)
    #expect(Socket.send(one, Array("xhello".utf8), 1..<6) == .bytes(5))
    #expect(Socket.receive(other, into: buffer) == .bytes(4))
    #expect(buffer.withBytes(4) { $0.byteCount } == 4)
    // What was received is sent back.
    #expect(Socket.send(other, buffer, count: 4) == .bytes(4))
    #expect(Socket.receive(other, into: buffer) == .bytes(1))
    #expect(Socket.receive(one, into: buffer) == .bytes(4))
  }

  @Test("A full connection is blocked, an ended one ends, and one that is gone fails") func ends()
    throws
  {
    let pair = try #require(UnsafeSocketPair())
    let (one, other) = (pair.one, pair.other)
    let block = [UInt8](repeating: 1, count: 1 << 20)
    while case .bytes = Socket.send(one, block, 0..<block.count) {}
    #expect(Socket.send(one, block, 0..<1) == .blocked)
    close(one)
    let buffer = IOBuffer(capacity: 1 << 20)
    while case .bytes = Socket.receive(other, into: buffer) {}
    #expect(Socket.receive(other, into: buffer) == .ended)
    #expect(Socket.send(other, block, 0..<1) == .failed(EPIPE))
    close(other)
    #expect(Socket.receive(-1, into: buffer) == .failed(EBADF))
  }
}

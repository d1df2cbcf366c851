// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One question over sway's own socket.
enum SwaySocket {
  private static let magic = Array("i3-ipc".utf8)
  private static let headerSize = 14
  /// The longest answer that is read, in bytes.
  private static let longest = 4 << 20

  /// Asks a question without arguments; nil if no whole answer comes within two seconds a read.
  static func ask(_ type: UInt32, at path: String) -> [UInt8]? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard connect(descriptor, to: path) else { return nil }
    let question = magic + word(0) + word(type)
    guard
      send(descriptor, question, question.count, Int32(MSG_NOSIGNAL)) == question.count,
      let header = read(headerSize, from: descriptor), Array(header.prefix(6)) == magic
    else { return nil }
    let length = Int(number(header[6..<10]))
    guard length <= longest, number(header[10..<14]) == type else { return nil }
    return read(length, from: descriptor)
  }

  private static func connect(_ descriptor: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room, !bytes.contains(0) else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, size) == 0
      }
    }
  }

  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while result.count < count {
      let received = Glibc.read(descriptor, &chunk, min(chunk.count, count - result.count))
      guard received > 0 else { return nil }
      result += chunk[..<received]
    }
    return result
  }

  /// The protocol uses the machine's own order, which is little-endian wherever Swift runs here.
  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

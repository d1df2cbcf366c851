// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandClient

/// The other end of a session, for what no compositor does without a screen: switching outputs off.
///
/// Reads requests as far as it needs to and answers as a compositor with one output would.
final class ScriptedCompositor {
  let connection: Connection
  private let descriptor: Int32
  private var input: [UInt8] = []
  /// The client's objects by the interface or by what made them.
  private(set) var objects: [String: UInt32] = [:]
  private let globals: [(name: UInt32, interface: String, version: UInt32)]

  init(_ interfaces: [(String, UInt32)]) throws {
    var pair: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
      throw WaylandError.disconnected(errno: errno)
    }
    descriptor = pair[1]
    connection = try Connection(adopting: pair[0])
    globals = interfaces.enumerated().map { (UInt32($0.offset + 1), $0.element.0, $0.element.1) }
  }

  deinit { close(descriptor) }

  /// Takes what the client has sent and answers it.
  func answer() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count > 0 { input += chunk[..<count] }
    while input.count >= 8 {
      let size = Int(word(1) >> 16)
      guard size >= 8, input.count >= size else { return }
      take(object: word(0), opcode: word(1) & 0xffff, size: size)
      input.removeFirst(size)
    }
  }

  /// Sends an event whose arguments are numbers.
  func send(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32] = []) {
    write(object, opcode, arguments.flatMap(bytes))
  }

  private func take(object: UInt32, opcode: UInt32, size: Int) {
    switch (object, opcode) {
    case (1, 0):
      send(word(2), 0, [0])
      send(1, 1, [word(2)])
    case (1, 1):
      objects["wl_registry"] = word(2)
      for global in globals {
        write(word(2), 0, bytes(global.name) + text(global.interface) + bytes(global.version))
      }
    case (objects["wl_registry"], 0):
      let id = word(size / 4 - 1)
      guard let global = globals.first(where: { $0.name == word(2) }) else { return }
      objects[global.interface] = id
      if global.interface == "wl_output" { describe(id) }
    case (objects["zwlr_output_power_manager_v1"], 0):
      objects["power"] = word(2)
      send(word(2), 0, [1])
    default: break
    }
  }

  private func describe(_ output: UInt32) {
    let size = [0, 0, 300, 200, 0].flatMap { bytes($0) }
    write(output, 0, size + text("Maker") + text("Model") + bytes(0))
    send(output, 1, [1, 1280, 800, 60_000])
    write(output, 4, text("eDP-1"))
    send(output, 2)
  }

  private func word(_ index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(input[index * 4 + $1]) << (8 * UInt32($1)) }
  }

  private func bytes(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
  }

  private func text(_ text: String) -> [UInt8] {
    let content = Array(text.utf8) + [0]
    return bytes(UInt32(content.count)) + content
      + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
  }

  private func write(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt8]) {
    let message = bytes(object) + bytes(UInt32(arguments.count + 8) << 16 | opcode) + arguments
    _ = Glibc.send(descriptor, message, message.count, Int32(MSG_NOSIGNAL))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One question at sway's socket that waits for its answer.
public enum SwaySocket {
  /// Asks a question; nil if no whole answer comes within two seconds a read.
  public static func ask(_ kind: SwayMessage.Kind, _ payload: String = "", at path: String)
    -> [UInt8]?
  {
    guard let socket = try? StreamSocket(path: path, isBlocking: true) else { return nil }
    socket.limit(seconds: 2)
    let question = SwayMessage(kind, Array(payload.utf8)).bytes
    guard send(socket.raw, question, question.count, Int32(MSG_NOSIGNAL)) == question.count
    else { return nil }
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let message = try? SwayMessage.take(from: &received) {
        return message.kind == kind ? message.payload : nil
      }
      // What cannot become a message would grow without end otherwise.
      guard received.count <= SwayMessage.longest + SwayMessage.headerSize else { return nil }
      let count = read(socket.raw, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }
}

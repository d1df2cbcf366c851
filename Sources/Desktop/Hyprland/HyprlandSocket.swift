// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Glibc

/// One question at Hyprland's request socket: it takes a line of text and closes after its answer.
public final class HyprlandSocket {
  /// The longest answer that is read, in bytes.
  private static let longest = 1 << 20
  private static let answerTimeout = Duration.seconds(2)

  /// Where the socket of the Hyprland around us is; nil if there is none.
  public static func path(in environment: (String) -> String?) -> String? {
    guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty,
      let instance = environment("HYPRLAND_INSTANCE_SIGNATURE"), !instance.isEmpty
    else { return nil }
    return "\(directory)/hypr/\(instance)/.socket.sock"
  }

  private let loop: EventLoop
  private let socket: StreamSocket
  private var source: Token?
  private var timer: Token?
  private var received: [UInt8] = []
  private var onReply: ((String?) -> Void)?

  /// Asks; `onReply` is called once from the loop, with nil if there is no answer.
  ///
  /// Throws if nobody listens there. Keep the result until the answer has come.
  public init(
    _ question: String, at path: String, on loop: EventLoop, onReply: @escaping (String?) -> Void
  ) throws(SwayError) {
    self.loop = loop
    self.onReply = onReply
    socket = try StreamSocket(path: path, isBlocking: false)
    let bytes = Array(question.utf8)
    guard unsafe send(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw .closed
    }
    do throws(SystemError) {
      source = try loop.add(socket.raw, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      throw .socket(error)
    }
    timer = loop.schedule(after: Self.answerTimeout) { [weak self] in self?.end(nil) }
  }

  deinit { forget() }

  /// Asks and waits for the answer, no longer than two seconds a read; nil if there is none.
  public static func askAndWait(_ question: String, at path: String) -> String? {
    guard let socket = try? StreamSocket(path: path, isBlocking: true) else { return nil }
    socket.limit(.seconds(2))
    let bytes = Array(question.utf8)
    guard unsafe send(socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      return nil
    }
    var received: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while received.count <= longest {
      let count = unsafe Glibc.read(socket.raw, &chunk, chunk.count)
      guard count >= 0 else { return nil }
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += chunk[..<count]
    }
    return nil
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(socket.raw, &chunk, chunk.count)
    if count > 0 {
      received += chunk[..<count]
      if received.count > Self.longest { end(nil) }
    } else if count == 0 {
      end(String(decoding: received, as: UTF8.self))
    } else if errno != EAGAIN && errno != EINTR {
      end(nil)
    }
  }

  private func end(_ reply: String?) {
    forget()
    let handler = onReply
    onReply = nil
    handler?(reply)
  }

  private func forget() {
    if let source { loop.remove(source) }
    if let timer { loop.remove(timer) }
    (source, timer) = (nil, nil)
  }
}

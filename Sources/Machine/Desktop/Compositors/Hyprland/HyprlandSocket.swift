// SPDX-License-Identifier: Apache-2.0
import EventLoop

/// One request at Hyprland's request socket, which answers a line of text and then closes.
final class HyprlandSocket {
  /// The longest accepted answer, in bytes.
  private static let longest = 16 << 20
  /// The time limit of an answer: Hyprland draws first, without a graphics card for seconds.
  static let answerTimeout = Duration.seconds(10)

  /// Returns the path of the socket that the environment names; `nil` if it names none.
  static func path(in environment: (String) -> String?) -> String? {
    guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty,
      let instance = environment("HYPRLAND_INSTANCE_SIGNATURE"), !instance.isEmpty
    else { return nil }
    return "\(directory)/hypr/\(instance)/.socket.sock"
  }

  private let channel: SocketChannel
  private var timer: Registration?
  private var received: [UInt8] = []
  private var onReply: ((String?) -> Void)?

  /// Sends a request; `onReply` is called once from the loop, with `nil` if there is no answer.
  ///
  /// Throws if the connection is refused. Keep the result until the answer has come.
  init(
    _ question: String, at path: String, on loop: EventLoop,
    answerTimeout: Duration = answerTimeout, onReply: @escaping (String?) -> Void
  ) throws(SocketError) {
    self.onReply = onReply
    channel = try SocketChannel(path: path, on: loop)
    channel.onBytes = { [weak self] in self?.receive($0) }
    channel.onEnd = { [weak self] in self?.end(isWhole: $0 == .closed) }
    timer = loop.timer(after: answerTimeout) { [weak self] in self?.end(isWhole: false) }
    channel.send(Array(question.utf8))
  }

  /// Sends a request and blocks until its answer, at most two seconds for each read; returns `nil`
  /// if there is none.
  static func askAndWait(_ question: String, at path: String) -> String? {
    StreamSocket.ask(Array(question.utf8), at: path, atMost: longest) { received, isClosed in
      isClosed ? String(decoding: received, as: UTF8.self) : nil
    }
  }

  private func receive(_ bytes: [UInt8]) {
    received += bytes
    if received.count > Self.longest { end(isWhole: false) }
  }

  /// Hyprland closes the connection after its answer.
  private func end(isWhole: Bool) {
    channel.close()
    timer = nil
    let handler = onReply
    onReply = nil
    handler?(isWhole ? String(decoding: received, as: UTF8.self) : nil)
  }
}

/// Sends requests to one request socket, and keeps them until their answers.
final class HyprlandRequests {
  let path: String
  private let loop: EventLoop
  private var open: [Int: HyprlandSocket] = [:]
  private var last = 0

  init(path: String, on loop: EventLoop) { (self.path, self.loop) = (path, loop) }

  /// Sends a request; `onReply` is called once from the loop, with `nil` if there is no answer.
  func ask(_ question: String, onReply: @escaping (String?) -> Void) {
    last += 1
    let number = last
    do throws(SocketError) {
      open[number] = try HyprlandSocket(question, at: path, on: loop) { [weak self] reply in
        self?.open[number] = nil
        onReply(reply)
      }
    } catch {
      loop.schedule(after: .zero) { onReply(nil) }
    }
  }
}

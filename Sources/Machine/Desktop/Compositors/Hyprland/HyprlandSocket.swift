// SPDX-License-Identifier: Apache-2.0
import EventLoop

/// One request to Hyprland's request socket, which answers with text and closes the connection.
final class HyprlandSocket {
  /// The longest accepted answer, in bytes.
  private static let longest = 16 << 20
  /// The time limit of an answer: Hyprland first draws a frame, which takes seconds without a
  /// graphics card.
  static let answerTimeout = Duration.seconds(10)

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

  /// Sends a request; `onReply` is called once from the loop, with `nil` if no complete answer of
  /// at most 16 MiB arrives within `answerTimeout`.
  ///
  /// Throws if the connection fails. The caller keeps the object until the answer has arrived.
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
  /// if no complete answer arrives.
  static func askAndWait(_ question: String, at path: String) -> String? {
    StreamSocket.ask(Array(question.utf8), at: path, atMost: longest) { received, isClosed in
      isClosed ? String(decoding: received, as: UTF8.self) : nil
    }
  }

  private func receive(_ bytes: [UInt8]) {
    received += bytes
    if received.count > Self.longest { end(isWhole: false) }
  }

  /// Ends the request; the answer is complete only if Hyprland has closed the connection.
  private func end(isWhole: Bool) {
    channel.close()
    timer = nil
    let handler = onReply
    onReply = nil
    handler?(isWhole ? String(decoding: received, as: UTF8.self) : nil)
  }
}

/// The requests to one request socket; each keeps its connection until it is answered.
final class HyprlandRequests {
  let path: String
  private let loop: EventLoop
  private var open: [Int: HyprlandSocket] = [:]
  private var last = 0

  init(path: String, on loop: EventLoop) { (self.path, self.loop) = (path, loop) }

  /// Sends a request; `onReply` is called once from the loop, with `nil` if no complete answer
  /// arrives.
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

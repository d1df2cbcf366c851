// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Formats
import Orientation

/// A connection to sway's socket on an event loop; no method blocks or polls.
public final class SwayConnection {
  /// The result of a request.
  public typealias Reply = Result<JSONValue, SocketError>

  private struct Question {
    let kind: SwayMessage.Kind
    let deadline: Instant?
    let onReply: (Reply) -> Void
  }

  /// The path of the socket.
  public let path: String

  private let answerTimeout: Duration?

  /// Called once when the connection ends, sway sends a malformed message, or an answer is late.
  public var onEnd: ((SocketError) -> Void)?

  private let loop: EventLoop
  private let channel: SocketChannel
  private var timer: Registration?
  private var received: [UInt8] = []
  private var questions: [Question] = []
  private var subscriptions: [SwayMessage.Kind: [(JSONValue) -> Void]] = [:]
  private var failure: SocketError?

  /// Creates a connection to sway's socket; `nil` for `answerTimeout` means no time limit.
  public init(
    path: String, on loop: EventLoop, answerTimeout: Duration? = .seconds(5)
  ) throws(SocketError) {
    self.loop = loop
    self.answerTimeout = answerTimeout
    self.path = path
    channel = try SocketChannel(path: path, on: loop)
    channel.onBytes = { [weak self] in self?.receive($0) }
    channel.onEnd = { [weak self] in self?.end($0) }
  }

  /// Sends a request; `onReply` is called once, with the answer, or with the error if the
  /// connection ends before.
  ///
  /// The answers arrive in the order of the requests.
  public func ask(
    _ kind: SwayMessage.Kind, _ payload: String = "", onReply: @escaping (Reply) -> Void
  ) {
    if let failure {
      loop.schedule(after: .zero) { onReply(.failure(failure)) }
      return
    }
    let deadline = answerTimeout.map { loop.now + $0 }
    questions.append(Question(kind: kind, deadline: deadline, onReply: onReply))
    channel.send(SwayMessage(kind, Array(payload.utf8)).bytes)
    watchClock()
  }

  /// Subscribes to the named events; `onEvent` is called with each, `onEnd` with `nil` after sway's
  /// confirmation, otherwise with the error.
  ///
  /// The names are keys of `SwayMessage.Kind.events`.
  func subscribe(
    to names: [String], onEvent: @escaping (JSONValue) -> Void,
    onEnd: @escaping (SocketError?) -> Void = { _ in }
  ) {
    for kind in names.compactMap({ SwayMessage.Kind.events[$0] }) {
      subscriptions[kind, default: []].append(onEvent)
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    ask(.subscribe, "[\(list)]") { reply in
      switch reply {
      case .failure(let error): onEnd(error)
      case .success(let value): onEnd(value["success"]?.bool == true ? nil : .malformed)
      }
    }
  }

  private func receive(_ bytes: [UInt8]) {
    received += bytes
    do throws(SocketError) {
      while failure == nil, let message = try SwayMessage.take(from: &received) {
        try deliver(message)
      }
    } catch {
      end(error)
    }
  }

  private func deliver(_ message: SwayMessage) throws(SocketError) {
    // sway may write NaN for a container whose layout is not yet computed.
    guard let values = try? JSONValue.parseSequence(message.payload, file: "sway"),
      values.count == 1, let value = values.first
    else { throw .malformed }
    if message.kind.isEvent {
      for onEvent in subscriptions[message.kind] ?? [] { onEvent(value) }
      return
    }
    guard let question = questions.first, question.kind == message.kind else { throw .malformed }
    questions.removeFirst()
    watchClock()
    question.onReply(.success(value))
  }

  /// Arms one timer for the oldest pending request, if any; later requests do not postpone it.
  private func watchClock() {
    timer = nil
    guard let deadline = questions.first?.deadline else { return }
    timer = loop.timer(after: max(.zero, deadline - loop.now)) { [weak self] in
      self?.end(.timedOut)
    }
  }

  private func end(_ error: SocketError) {
    guard failure == nil else { return }
    failure = error
    channel.close()
    timer = nil
    let open = questions
    questions = []
    for question in open { question.onReply(.failure(error)) }
    onEnd?(error)
  }
}

/// A sender of single blocking requests to sway's socket.
public enum SwaySocket {
  /// Sends a request and returns the payload of the answer; `nil` if no complete answer of the same
  /// kind arrives, with two seconds for each read.
  public static func ask(_ kind: SwayMessage.Kind, _ payload: String = "", at path: String)
    -> [UInt8]?
  {
    let question = SwayMessage(kind, Array(payload.utf8)).bytes
    // The limit prevents endless reading of bytes that never become a message.
    let longest = SwayMessage.longest + SwayMessage.headerSize
    return StreamSocket.ask(question, at: path, atMost: longest) { received, _ in
      guard let message = try? SwayMessage.take(from: &received) else { return nil }
      return .some(message.kind == kind ? message.payload : nil)
    } ?? nil
  }
}

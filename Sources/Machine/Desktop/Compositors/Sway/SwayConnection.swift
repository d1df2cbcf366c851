// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Formats
import Orientation

/// A connection to sway's socket, served by an event loop; no method blocks or polls.
public final class SwayConnection {
  /// The result of a request.
  public typealias Reply = Result<JSONValue, SocketError>

  private struct Question {
    let kind: SwayMessage.Kind
    /// When sway must have answered; `nil` for no limit.
    let deadline: Instant?
    let onReply: (Reply) -> Void
  }

  /// The path of the socket.
  public let path: String

  /// The time limit for an answer of sway; `nil` for none.
  private let answerTimeout: Duration?

  /// Called once when sway goes away or sends a malformed message.
  public var onEnd: ((SocketError) -> Void)?

  private let loop: EventLoop
  private let channel: SocketChannel
  private var timer: Registration?
  private var received: [UInt8] = []
  private var questions: [Question] = []
  private var subscriptions: [SwayMessage.Kind: [(JSONValue) -> Void]] = [:]
  private var failure: SocketError?

  /// Creates a connection to sway's socket, such as that in `SWAYSOCK`; without `answerTimeout` it
  /// waits for answers as long as sway exists.
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

  /// Sends a request; answers come in the order of the requests.
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

  /// Has `onEvent` called with each event of these names; `onEnd` gets nil once sway has agreed.
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
    // sway may write NaN for a container that is being laid out.
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

  /// Sets one timer for the oldest request, which later ones do not defer; none without a request.
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

/// A single blocking request at sway's socket.
public enum SwaySocket {
  /// Sends a request; returns `nil` if no whole answer comes within two seconds for each read.
  public static func ask(_ kind: SwayMessage.Kind, _ payload: String = "", at path: String)
    -> [UInt8]?
  {
    let question = SwayMessage(kind, Array(payload.utf8)).bytes
    // What cannot become a message would grow without end otherwise.
    let longest = SwayMessage.longest + SwayMessage.headerSize
    return StreamSocket.ask(question, at: path, atMost: longest) { received, _ in
      guard let message = try? SwayMessage.take(from: &received) else { return nil }
      return .some(message.kind == kind ? message.payload : nil)
    } ?? nil
  }
}

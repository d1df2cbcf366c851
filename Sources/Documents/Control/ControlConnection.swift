// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Explanation
public import Formats
import Glibc
import Orientation
public import Text

/// A client's connection to the running daemon.
public final class ControlConnection {
  private static let answerTimeout = Duration.seconds(5)

  /// The socket, which can be polled for input; the connection closes it.
  public let descriptor: Int32
  /// The language that requests ask for.
  private let language: Language
  /// The events that arrived while a reply was awaited.
  private var events: [JSONValue] = []
  private var lines = LineBuffer(limit: ControlProtocol.longestReply)

  /// Connects to the daemon at an address; throws if that fails, or if another user runs it.
  public init(
    _ address: ControlAddress, language: Language = .english
  ) throws(ControlProblem) {
    self.language = language
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw ControlProblem("socket: \(Self.words(errno))") }
    Self.limit(descriptor)
    guard unsafe address.withSocketAddress({ unsafe connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      guard code == ENOENT || code == ECONNREFUSED else {
        throw ControlProblem("\(address.path): \(Self.words(code))")
      }
      throw ControlProblem(ControlPhrase.noDaemon(address.path), isNobody: true)
    }
    guard SocketPeer(of: descriptor)?.isOwnUser == true else {
      throw ControlProblem(ControlPhrase.otherUser(address.path))
    }
  }

  /// Creates a connection that owns a connected socket, which this program inherited.
  public init(adopting descriptor: Int32) {
    self.descriptor = descriptor
    language = .english
    Self.limit(descriptor)
  }

  deinit { close(descriptor) }

  private static func limit(_ descriptor: Int32) {
    var limit = timeval(tv_sec: Int(answerTimeout.components.seconds), tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  /// Sends a request and returns its result.
  ///
  /// - Throws: a problem if the daemon refuses the request, its reply is not understood, nothing
  ///   arrives for five seconds, or the connection is lost.
  public func ask(_ request: ControlRequest) throws(ControlProblem) -> JSONValue {
    try send(request)
    var message = try receive()
    while message["event"] != nil {
      events.append(message)
      message = try receive()
    }
    guard let reply = ControlReply(message) else {
      throw ControlProblem(ControlPhrase.notUnderstood())
    }
    switch reply {
    case .result(let result): return result
    case .failure(let failure): throw ControlProblem(failure)
    }
  }

  /// Discards the events that arrived before the last reply, whose state is newer.
  public func discardEarlierEvents() { events = [] }

  /// Waits for the next event; returns nil when the pipe `output` has lost its reader, or when
  /// nothing has arrived for `limit`.
  ///
  /// A negative `output` is not watched; a `limit` of nil waits without end.
  ///
  /// - Throws: a problem if waiting or reading fails, the connection is lost, or a line is too long
  ///   or not JSON.
  public func wait(
    whileReadable output: Int32, atMost limit: Duration? = nil
  ) throws(ControlProblem) -> JSONValue? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if let line = lines.next() { return try parse(line) }
      var watched = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output, events: 0, revents: 0),
      ]
      let count = unsafe poll(&watched, 2, limit?.pollMilliseconds ?? -1)
      if count == 0 { return nil }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ControlProblem("poll: \(Self.words(errno))") }
      if Int32(watched[1].revents) & (POLLERR | POLLHUP) != 0 { return nil }
      if watched[0].revents != 0 { try read() }
    }
  }

  /// Discards events until the connection fails, as it does when the daemon ends, and returns true;
  /// returns false after `limit`.
  public func waitForEnd(atMost limit: Duration) -> Bool {
    let end = EventLoop.now + limit
    while true {
      let rest = max(end - EventLoop.now, .zero)
      do throws(ControlProblem) {
        guard try wait(whileReadable: -1, atMost: rest) != nil else { return false }
      } catch {
        return true
      }
    }
  }

  /// Sends a request without waiting for its reply; throws if sending fails, as it does when the
  /// daemon has too many clients.
  public func send(_ request: ControlRequest) throws(ControlProblem) {
    try send(Array((request.json(in: language).compact() + "\n").utf8))
  }

  /// Reads once from the socket and returns the messages that are complete.
  ///
  /// - Throws: a problem if nothing arrives within five seconds, reading fails, the connection is
  ///   lost, or a line is too long or not JSON.
  public func receiveAvailable() throws(ControlProblem) -> [JSONValue] {
    try read()
    return try takeReceived()
  }

  /// Returns the complete messages that have been read already; throws if a line is not JSON.
  func takeReceived() throws(ControlProblem) -> [JSONValue] {
    defer { events = [] }
    var messages = events
    while let line = lines.next() { messages.append(try parse(line)) }
    return messages
  }

  private func send(_ bytes: [UInt8]) throws(ControlProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        // A daemon with too many clients sends a refusal before it reads any request.
        if code == EPIPE, let message = try? receive(),
          case .failure(let failure)? = ControlReply(message)
        {
          throw ControlProblem(failure)
        }
        throw ControlProblem(ControlPhrase.notListening(Self.words(code)))
      }
      rest = rest.dropFirst(count)
    }
  }

  private func receive() throws(ControlProblem) -> JSONValue {
    while true {
      if let line = lines.next() { return try parse(line) }
      try read()
    }
  }

  private func read() throws(ControlProblem) {
    if lines.isOverfull { throw ControlProblem(ControlPhrase.tooLong()) }
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno == EINTR { return }
    if count == 0 { throw ControlProblem(ControlPhrase.closed()) }
    guard count > 0 else {
      let isLate = errno == EAGAIN || errno == EWOULDBLOCK
      throw ControlProblem(
        isLate
          ? ControlPhrase.late("\(Self.answerTimeout.components.seconds)")
          : Message(Self.words(errno)))
    }
    lines.append(chunk[..<count])
  }

  private func parse(_ line: [UInt8]) throws(ControlProblem) -> JSONValue {
    guard let json = try? JSONValue.parse(line, file: "message") else {
      throw ControlProblem(ControlPhrase.notUnderstood())
    }
    return json
  }

  private static func words(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

/// The error of a connection to the daemon, or of a request that the daemon refused.
public struct ControlProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The message for the user.
  public let message: Message
  /// The message in English.
  public var description: String { message.english }
  /// Whether no daemon listens at the address.
  public let isNobody: Bool
  /// The kind of failure in the daemon's reply; nil for any other problem.
  public let kind: ControlFailure.Kind?

  /// Creates a problem with a message for the user.
  public init(_ message: Message, isNobody: Bool = false, kind: ControlFailure.Kind? = nil) {
    self.message = message
    self.isNobody = isNobody
    self.kind = kind
  }

  init(_ failure: ControlFailure) {
    self.init(ControlPhrase.answered(failure.message), kind: failure.kind)
  }
}

/// The daemon's events and replies, received in an event loop.
public final class DaemonFeed {
  /// A message from the daemon, or the end of the connection.
  public enum News {
    case event(ControlEvent, state: JSONValue?)
    /// The explanation of a decision: the decision's number, the text, and a JSON document.
    case explained(Int, text: String, JSONValue)
    case refused(ControlFailure)
    /// The connection is lost or unusable; nothing more is reported.
    case lost(ControlProblem)
  }

  /// The reply to the request that began the watching: `program`, `state` and, from a daemon,
  /// `next`.
  public let beginning: JSONValue
  private let connection: ControlConnection
  private let loop: EventLoop
  private let onNews: (News) -> Void
  private var token: Token?
  /// The pending requests in order: the number of the decision to explain, or nil for another
  /// request.
  private var asked: [Int?] = []

  /// Connects to the daemon and begins to watch, with `all` also decisions that are not noteworthy
  /// (`Verdict.isNoteworthy`); throws if that fails.
  public convenience init(
    _ address: ControlAddress, all: Bool = false, on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    try self.init(ControlConnection(address), .watch(all: all), on: loop, onNews: onNews)
  }

  /// Begins to watch over a connection, with a request after which the daemon sends events; throws
  /// if `ask` does.
  public init(
    _ connection: ControlConnection, _ request: ControlRequest = .watch(all: false),
    on loop: EventLoop,
    onNews: @escaping (News) -> Void
  ) throws(ControlProblem) {
    self.loop = loop
    self.onNews = onNews
    self.connection = connection
    beginning = try connection.ask(request)
  }

  /// Adds the connection to the loop, which from then on reports messages to `onNews`.
  public func start() throws(SystemError) {
    token = try loop.add(connection.descriptor, for: .readable) { [weak self] _ in
      self?.receive(reading: true)
    }
    // Events may have come with the reply to the first request, or before it.
    loop.schedule(after: .zero) { [weak self] in self?.receive(reading: false) }
  }

  /// Requests the explanation of a decision, which is reported as `explained`; a failure reply is
  /// not reported.
  public func explain(_ number: Int, _ detail: ControlRequest.Detail, _ style: TextStyle) {
    send(.explain(.number(number), detail, style), about: number)
  }

  /// Sends a request that changes something; only a refusal, or the loss of the connection, is
  /// reported.
  public func send(_ request: ControlRequest) { send(request, about: nil) }

  private func send(_ request: ControlRequest, about number: Int?) {
    do throws(ControlProblem) {
      try connection.send(request)
      asked.append(number)
    } catch {
      disconnected(error)
    }
  }

  private func receive(reading: Bool) {
    do throws(ControlProblem) {
      let messages = try reading ? connection.receiveAvailable() : connection.takeReceived()
      for message in messages { receive(message) }
    } catch {
      disconnected(error)
    }
  }

  private func receive(_ message: JSONValue) {
    if let event = ControlEvent(message) {
      return onNews(.event(event, state: message["state"]))
    }
    guard let reply = ControlReply(message), !asked.isEmpty else { return }
    switch (asked.removeFirst(), reply) {
    case (let number?, .result(let result)):
      guard let explanation = result["explanation"] else { return }
      onNews(.explained(number, text: result["text"]?.string ?? "", explanation))
    // The decision may have been dropped from the history in the meantime.
    case (_?, .failure), (nil, .result): break
    case (nil, .failure(let failure)): onNews(.refused(failure))
    }
  }

  private func disconnected(_ problem: ControlProblem) {
    guard let token else { return }
    loop.remove(token)
    self.token = nil
    onNews(.lost(problem))
  }
}

// SPDX-License-Identifier: Apache-2.0
package import Control
package import EventLoop
import Formats
import Glibc
import Orientation
import Text

/// The server of the control socket, which runs on the daemon's loop and never blocks for a client.
final class ControlServer {
  static let mostClients = 32
  /// The idle time after which a client may be disconnected in favour of a new one.
  static let silence = Duration.seconds(5)
  private static let acceptBackoff = Duration.seconds(1)

  private let address: ControlAddress
  private let loop: EventLoop
  private let silence: Duration
  /// The session's lock; `nil` only in `deinit`, after its release.
  private var lock: ControlLock?
  private var descriptor: Int32
  /// The watcher that reports the removal of the socket file; `nil` if the file cannot be watched.
  private var watcher: FileWatch?
  private let note: (String) -> Void
  /// The identity of the socket file that this server created; `nil` if it is not known.
  private var identity: FileIdentity?
  private let answer: (ControlRequest) -> ControlReply
  private let state: () -> JSONValue
  private let onSuggester: () -> Void
  private var token: Token?
  private var peers: [Int32: ControlPeer] = [:]

  init(
    _ address: ControlAddress, _ lock: ControlLock, on loop: EventLoop,
    silence: Duration = ControlServer.silence, state: @escaping () -> JSONValue,
    onSuggester: @escaping () -> Void = {}, note: @escaping (String) -> Void = { _ in },
    answer: @escaping (ControlRequest) -> ControlReply
  ) throws(SystemError) {
    self.address = address
    self.lock = lock
    self.loop = loop
    self.silence = silence
    self.state = state
    self.onSuggester = onSuggester
    self.note = note
    self.answer = answer
    descriptor = try Self.listening(at: address)
    identity = FileIdentity(at: address.path)
    try watch()
    watcher = try? FileWatch(address.path, on: loop) { [weak self] in self?.fileChanged() }
  }

  /// Removes the socket file of an ended daemon, and returns a new socket that listens; the caller
  /// holds the session's lock.
  private static func listening(at address: ControlAddress) throws(SystemError) -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
    // The server holds the session's lock, so the daemon that left this socket has ended.
    var status = stat()
    if unsafe lstat(address.path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      unsafe unlink(address.path)
    }
    // The socket has mode 0600 from the start, so that no other user can connect.
    let mask = umask(0o177)
    let isBound = unsafe address.withSocketAddress { unsafe bind(descriptor, $0, $1) } == 0
    let code = errno
    umask(mask)
    guard isBound, listen(descriptor, 16) == 0 else {
      let code = isBound ? errno : code
      close(descriptor)
      throw SystemError(
        call: code == EADDRINUSE
          ? "bind \(address.path) (remove the file that is there: it is no socket)"
          : "bind \(address.path)", code: code)
    }
    return descriptor
  }

  /// Creates the socket file again if it was removed, since no client could connect any more.
  private func fileChanged() {
    guard FileIdentity(at: address.path) == nil else { return }
    do throws(SystemError) {
      let new = try Self.listening(at: address)
      if let token { loop.remove(token) }
      token = nil
      close(descriptor)
      descriptor = new
      identity = FileIdentity(at: address.path)
      try watch()
      note("the control socket \(UntrustedText(address.path).path) was removed and is made again")
    } catch {
      note("the control socket was removed and cannot be made again: \(error)")
    }
  }

  deinit {
    if let token { loop.remove(token) }
    close(descriptor)
    identity?.remove(address.path)
    // The lock is released before the connections close, since a client may then start a new
    // daemon.
    lock = nil
    for peer in peers.values { peer.close() }
  }

  /// Publishes an event; one that is not noteworthy goes only to clients that watch all events.
  ///
  /// `event` is called only if it has a receiver.
  func publish(isNoteworthy: Bool = true, _ event: () -> ControlEvent) {
    let watchers = peers.values.filter { $0.watches == .all || isNoteworthy && $0.watches != nil }
    guard !watchers.isEmpty else { return }
    let line = event().json(state: state()).compact()
    for peer in watchers { peer.publish(line) }
  }

  /// Whether a client with a rotate button is connected.
  var hasSuggester: Bool { peers.values.contains { $0.watches == .suggestions } }

  private func watch() throws(SystemError) {
    guard token == nil else { return }
    token = try loop.add(descriptor, for: .readable) { [weak self] _ in self?.acceptAll() }
  }

  private func acceptAll() {
    while true {
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 {
        accept(client)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        return pauseAccepting()
      } else if errno != EINTR, errno != ECONNABORTED {
        return
      }
    }
  }

  // While accepting is paused, the socket is not polled: waiting connections would wake the loop.
  private func pauseAccepting() {
    if let token { loop.remove(token) }
    token = nil
    loop.schedule(after: Self.acceptBackoff) { [weak self] in try? self?.watch() }
  }

  private func accept(_ client: Int32) {
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    guard SocketPeer(of: client)?.isOwnUser == true else {
      close(client)
      return
    }
    if peers.count >= Self.mostClients { dismissSilent() }
    guard peers.count < Self.mostClients else {
      ControlPeer.refuse(client, ControlFailure(.busy, "too many clients are connected"))
      return
    }
    let state = state
    let peer = ControlPeer(
      client, on: loop,
      answer: { [weak self, answer] request in self?.refusal(of: request) ?? answer(request) },
      gap: { ControlEvent.missed($0).json(state: state()).compact() },
      onSuggester: onSuggester,
      onEnd: { [weak self] in self?.removePeer(client) })
    peers[client] = peer
    peer.start()
  }

  private func removePeer(_ client: Int32) {
    guard let gone = peers.removeValue(forKey: client) else { return }
    if gone.watches == .suggestions { onSuggester() }
  }

  /// Returns the refusal of a second client with a rotate button, which would cover the first
  /// client's button; `nil` for any other request.
  private func refusal(of request: ControlRequest) -> ControlReply? {
    guard request == .suggest, hasSuggester else { return nil }
    return .failure(
      ControlFailure(.busy, "another program suggests turns already (`swivel suggest`)"))
  }

  /// Disconnects the client that has been idle for the longest time, if for at least `silence`.
  private func dismissSilent() {
    let idle = peers.values.compactMap { peer in peer.silentSince.map { (since: $0, peer: peer) } }
    guard let oldest = idle.min(by: { $0.since < $1.since }),
      loop.now - oldest.since >= silence
    else { return }
    oldest.peer.giveWay()
  }
}

/// One client of the control socket, whose requests are answered one at a time.
///
/// While an answer is not sent, no request is read, and a client that does not watch is
/// disconnected after `writeTimeout`. So the daemon holds at most one answer for a client. Events
/// for a watcher wait in a bounded queue.
package final class ControlPeer {
  private static let writeTimeout = Duration.seconds(10)

  enum Watch { case news, all, suggestions }

  private let descriptor: Int32
  private let loop: EventLoop
  private let answer: (ControlRequest) -> ControlReply
  private let gap: (Int) -> String
  private let onSuggester: () -> Void
  private let onEnd: () -> Void
  private var token: Token?
  private var deadline: Token?
  private var lines = LineBuffer(limit: ControlProtocol.longestRequest)
  private var output: ArraySlice<UInt8> = []
  private var events = EventQueue()
  private(set) var watches: Watch?
  private var interest: Readiness = .readable
  /// The time of the connection or of the last request, by the loop's clock.
  private var lastRequest: Instant
  private var isLast = false
  private var isClosed = false

  package init(
    _ descriptor: Int32, on loop: EventLoop, answer: @escaping (ControlRequest) -> ControlReply,
    gap: @escaping (Int) -> String, onSuggester: @escaping () -> Void = {},
    onEnd: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.loop = loop
    lastRequest = loop.now
    self.answer = answer
    self.gap = gap
    self.onSuggester = onSuggester
    self.onEnd = onEnd
  }

  package func start() {
    token = try? loop.add(descriptor, for: interest) { [weak self] _ in self?.step() }
    if token == nil { end() }
  }

  /// Queues a line for a watcher, and sends it at once if the client reads.
  package func publish(_ line: String) {
    guard !isClosed else { return }
    events.append(line)
    _ = flush()
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    if let token { loop.remove(token) }
    if let deadline { loop.remove(deadline) }
    Glibc.close(descriptor)
  }

  /// The start of the client's idle time; `nil` while the client watches or has output to read.
  var silentSince: Instant? { watches == nil && output.isEmpty ? lastRequest : nil }

  func giveWay() {
    let failure = ControlFailure(.busy, "the connection was idle, and other clients needed it")
    write(.failure(failure))
    isLast = true
    if flush() || !isClosed { end() }
  }

  /// Sends the reason of a refusal to a new client without blocking, and disconnects the client.
  static func refuse(_ descriptor: Int32, _ failure: ControlFailure) {
    let line = Array((ControlReply.failure(failure).json.compact() + "\n").utf8)
    _ = unsafe send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
    Glibc.close(descriptor)
  }

  private func end() {
    close()
    onEnd()
  }

  private func step() {
    guard flush() else { return }
    // One request is handled per iteration of the loop, so that no client delays a rotation.
    if let line = lines.next() {
      reply(to: line)
    } else if lines.isOverfull {
      let most = ControlProtocol.longestRequest
      isLast = true
      write(.failure(ControlFailure(.badRequest, "a line of more than \(most) bytes")))
    } else {
      return read()
    }
    // `lines` may hold another request, which epoll does not report.
    if !isClosed, flush() { want([.readable, .writable]) }
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
    if count > 0 {
      lines.append(chunk[..<count])
      want([.readable, .writable])
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      end()
    } else {
      want(.readable)
    }
  }

  private func reply(to line: [UInt8]) {
    if line.isEmpty { return }
    lastRequest = loop.now
    do throws(InputError) {
      let json = try JSONValue.parse(line, file: "request")
      write(reply(to: json), in: ControlRequest.language(of: json))
    } catch {
      write(.failure(ControlFailure(.badRequest, "no JSON: \(error.problem)")))
    }
  }

  private func reply(to json: JSONValue) -> ControlReply {
    do throws(ControlFailure) {
      let request = try ControlRequest(json)
      let wasSuggesting = watches == .suggestions
      if case .watch(let all) = request { watches = all ? .all : .news }
      let reply = answer(request)
      if case (.suggest, .result) = (request, reply) { watches = .suggestions }
      if wasSuggesting != (watches == .suggestions) { onSuggester() }
      return reply
    } catch {
      return .failure(error)
    }
  }

  private func write(_ reply: ControlReply, in language: Language = .english) {
    output = Array((reply.json(in: language).compact() + "\n").utf8)[...]
  }

  /// Sends all pending output; returns false if the client has to read first or is disconnected.
  private func flush() -> Bool {
    while true {
      if output.isEmpty {
        guard !isLast, let line = events.next(gap: gap) else { break }
        output = Array((line + "\n").utf8)[...]
      }
      let count = unsafe output.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        output = output.dropFirst(count)
      } else if errno == EAGAIN {
        want(.writable)
        wait()
        return false
      } else if errno != EINTR {
        end()
        return false
      }
    }
    output = []
    if let deadline { loop.remove(deadline) }
    deadline = nil
    if isLast { end() }
    return !isLast
  }

  private func wait() {
    // A watcher needs no timeout, since its queue is bounded.
    guard deadline == nil, watches == nil else { return }
    deadline = loop.schedule(after: Self.writeTimeout) { [weak self] in self?.end() }
  }

  private func want(_ new: Readiness) {
    guard !isClosed, let token, new != interest else { return }
    interest = new
    try? loop.modify(token, for: new)
  }
}

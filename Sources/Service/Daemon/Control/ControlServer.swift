// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Glibc
import Orientation

/// Answers the clients of the control socket, on the daemon's own loop and never waiting for any.
final class ControlServer {
  static let mostClients = 32
  /// How long a client may ask nothing before it gives way to a newcomer.
  static let silence = Duration.seconds(5)
  private static let acceptBackoff = Duration.seconds(1)

  private let address: ControlAddress
  private let loop: EventLoop
  private let silence: Duration
  private let lock: ControlLock
  private let descriptor: Int32
  /// The socket that was made; nil while there is none.
  private var identity: FileIdentity?
  private let answer: (ControlRequest) -> ControlReply
  private let state: () -> JSONValue
  private let onSuggester: () -> Void
  private var token: Token?
  private var peers: [Int32: ControlPeer] = [:]

  /// Listens at an address whose lock is held.
  init(
    _ address: ControlAddress, _ lock: ControlLock, on loop: EventLoop,
    silence: Duration = ControlServer.silence, state: @escaping () -> JSONValue,
    onSuggester: @escaping () -> Void = {},
    answer: @escaping (ControlRequest) -> ControlReply
  ) throws(SystemError) {
    self.address = address
    self.lock = lock
    self.loop = loop
    self.silence = silence
    self.state = state
    self.onSuggester = onSuggester
    self.answer = answer
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
    self.descriptor = descriptor
    // Whoever held the lock before and left a socket is gone.
    var status = stat()
    if unsafe lstat(address.path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      unsafe unlink(address.path)
    }
    // Nobody may get in before the socket's rights are set.
    let mask = umask(0o177)
    let isBound = unsafe address.withSocketAddress { unsafe bind(descriptor, $0, $1) } == 0
    let code = errno
    umask(mask)
    guard isBound else {
      let advice = code == EADDRINUSE ? " (what is there is no socket, remove it)" : ""
      throw SystemError(call: "bind \(address.path)\(advice)", code: code)
    }
    identity = FileIdentity(at: address.path)
    guard listen(descriptor, 16) == 0 else { throw SystemError(call: "listen", code: errno) }
    try watch()
  }

  deinit {
    if let token { loop.remove(token) }
    for peer in peers.values { peer.close() }
    close(descriptor)
    identity?.remove(address.path)
  }

  /// Tells those who watch; `event` is only asked for if somebody does.
  ///
  /// With `isNews` false it is for those who want to know everything.
  func publish(isNews: Bool = true, _ event: () -> ControlEvent) {
    let watchers = peers.values.filter { $0.watches == .all || isNews && $0.watches != nil }
    guard !watchers.isEmpty else { return }
    let line = event().json(state: state()).compact()
    for peer in watchers { peer.publish(line) }
  }

  /// Whether a program watches in order to suggest turns.
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

  // Whoever waits stays in the queue, and the queue would wake the loop all the time.
  private func pauseAccepting() {
    if let token { loop.remove(token) }
    token = nil
    loop.schedule(after: Self.acceptBackoff) { [weak self] in try? self?.watch() }
  }

  private func accept(_ client: Int32) {
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    _ = fcntl(client, F_SETFL, O_NONBLOCK)
    guard Self.isOurs(client) else {
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
      onSuggesting: onSuggester,
      onEnd: { [weak self] in self?.removePeer(client) })
    peers[client] = peer
    peer.start()
  }

  private func removePeer(_ client: Int32) {
    guard let gone = peers.removeValue(forKey: client) else { return }
    if gone.watches == .suggestions { onSuggester() }
  }

  /// Two buttons would lie on one another.
  private func refusal(of request: ControlRequest) -> ControlReply? {
    guard request == .suggest, hasSuggester else { return nil }
    return .failure(
      ControlFailure(.busy, "another program suggests turns already (`swivel suggest`)"))
  }

  /// Makes room: who has asked nothing for the longest time goes, if that is long enough.
  private func dismissSilent() {
    let idle = peers.values.compactMap { peer in peer.silentSince.map { (since: $0, peer: peer) } }
    guard let oldest = idle.min(by: { $0.since < $1.since }),
      loop.now - oldest.since >= silence
    else { return }
    oldest.peer.giveWay()
  }

  private static func isOurs(_ client: Int32) -> Bool {
    SocketPeer(of: client)?.user == geteuid()
  }
}

/// One client of the control socket: a request at a time, and its answer before the next.
///
/// While an answer waits for a client that does not read, nothing more is read from it, and after a
/// while it is let go: so no client can make the daemon hold more than one answer for it. What is
/// told to one that watches waits in a bounded queue.
final class ControlPeer {
  private static let writeTimeout = Duration.seconds(10)

  enum Watch { case news, all, suggestions }

  private let descriptor: Int32
  private let loop: EventLoop
  private let answer: (ControlRequest) -> ControlReply
  private let gap: (Int) -> String
  private let onSuggesting: () -> Void
  private let onEnd: () -> Void
  private var token: Token?
  private var deadline: Token?
  private var lines = LineBuffer(limit: ControlProtocol.longestRequest)
  private var output: ArraySlice<UInt8> = []
  private var events = EventQueue()
  /// What is told without being asked for; nil for nothing.
  private(set) var watches: Watch?
  private var interest: Readiness = .readable
  /// When it came, or last asked for something, by the loop's clock.
  private var lastRequest: Instant
  private var isLast = false
  private var isClosed = false

  init(
    _ descriptor: Int32, on loop: EventLoop, answer: @escaping (ControlRequest) -> ControlReply,
    gap: @escaping (Int) -> String, onSuggesting: @escaping () -> Void = {},
    onEnd: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.loop = loop
    lastRequest = loop.now
    self.answer = answer
    self.gap = gap
    self.onSuggesting = onSuggesting
    self.onEnd = onEnd
  }

  func start() {
    token = try? loop.add(descriptor, for: interest) { [weak self] _ in self?.step() }
    if token == nil { end() }
  }

  /// Tells a client that watches a line, now or when it reads.
  func publish(_ line: String) {
    guard !isClosed else { return }
    events.append(line)
    _ = flush()
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    if let token { loop.remove(token) }
    if let deadline { loop.remove(deadline) }
    Glibc.close(descriptor)
  }

  /// Since when it has asked for nothing; nil while it watches or has an answer to read.
  var silentSince: Instant? { watches == nil && output.isEmpty ? lastRequest : nil }

  /// Ends a silent client, which another one replaces.
  func giveWay() {
    let failure = ControlFailure(.busy, "nothing was asked for a while, and others came")
    write(.failure(failure))
    isLast = true
    if flush() || !isClosed { end() }
  }

  /// Tells a client why it is not served, if it listens at all.
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
    // One request in each round of the loop, so that nobody keeps it from the screen's business.
    if let line = lines.next() {
      reply(to: line)
    } else if lines.isOverfull {
      let most = ControlProtocol.longestRequest
      isLast = true
      write(.failure(ControlFailure(.badRequest, "a line of more than \(most) bytes")))
    } else {
      return read()
    }
    // There may be more in the buffer, of which the system cannot tell.
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
      write(reply(to: json))
    } catch {
      write(.failure(ControlFailure(.badRequest, "no JSON: \(error.problem)")))
    }
  }

  private func reply(to json: JSONValue) -> ControlReply {
    do throws(ControlFailure) {
      let request = try ControlRequest(json)
      if case .watch(let all) = request { watches = all ? .all : .news }
      let reply = answer(request)
      if case (.suggest, .result) = (request, reply) {
        watches = .suggestions
        onSuggesting()
      }
      return reply
    } catch {
      return .failure(error)
    }
  }

  private func write(_ reply: ControlReply) {
    output = Array((reply.json.compact() + "\n").utf8)[...]
  }

  /// Sends what there is to send; false when that has to wait or the client is gone.
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
    // One that watches costs no more than its queue.
    guard deadline == nil, watches == nil else { return }
    deadline = loop.schedule(after: Self.writeTimeout) { [weak self] in self?.end() }
  }

  private func want(_ new: Readiness) {
    guard !isClosed, let token, new != interest else { return }
    interest = new
    try? loop.modify(token, for: new)
  }
}

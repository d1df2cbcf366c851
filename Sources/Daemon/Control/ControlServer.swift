// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Glibc

/// Answers the clients of the control socket, on the daemon's own loop and never waiting for any.
final class ControlServer {
  /// How many clients may be connected at once.
  static let mostClients = 32
  /// How long a client may ask nothing before it gives way to a newcomer, in nanoseconds.
  static let silence: Int64 = 5_000_000_000
  /// How long to leave newcomers alone when the process is out of descriptors, in nanoseconds.
  private static let breather: Int64 = 1_000_000_000

  private let address: ControlAddress
  private let loop: EventLoop
  private let silence: Int64
  private let lock: ControlLock
  private let descriptor: Int32
  /// The socket that was made; nil while there is none.
  private var identity: FileIdentity?
  private let answer: (ControlRequest) -> ControlReply
  /// How things stand, as every event says.
  private let state: () -> JSONValue
  private var token: Token?
  private var peers: [Int32: ControlPeer] = [:]

  /// Listens at an address whose lock is held.
  init(
    _ address: ControlAddress, _ lock: ControlLock, on loop: EventLoop,
    silence: Int64 = ControlServer.silence, state: @escaping () -> JSONValue,
    answer: @escaping (ControlRequest) -> ControlReply
  ) throws(SystemError) {
    self.address = address
    self.lock = lock
    self.loop = loop
    self.silence = silence
    self.state = state
    self.answer = answer
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw SystemError(call: "socket", code: errno) }
    self.descriptor = descriptor
    // Whoever held the lock before and left a socket is gone.
    var status = stat()
    if lstat(address.path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
      unlink(address.path)
    }
    // Nobody may get in before the socket's rights are set.
    let mask = umask(0o177)
    let isBound = address.withSocketAddress { bind(descriptor, $0, $1) } == 0
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
    let watchers = peers.values.filter { $0.watches == .all || isNews && $0.watches == .news }
    guard !watchers.isEmpty else { return }
    let line = event().json(state: state()).compact()
    for peer in watchers { peer.tell(line) }
  }

  private func watch() throws(SystemError) {
    guard token == nil else { return }
    token = try loop.add(descriptor, for: .readable) { [weak self] _ in self?.acceptAll() }
  }

  private func acceptAll() {
    while true {
      let client = accept(descriptor, nil, nil)
      if client >= 0 {
        welcome(client)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        return rest()
      } else if errno != EINTR, errno != ECONNABORTED {
        return
      }
    }
  }

  // Whoever waits stays in the queue, and the queue would wake the loop all the time.
  private func rest() {
    if let token { loop.remove(token) }
    token = nil
    loop.schedule(after: Self.breather) { [weak self] in try? self?.watch() }
  }

  private func welcome(_ client: Int32) {
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
      client, on: loop, answer: answer,
      gap: { ControlEvent.missed($0).json(state: state()).compact() },
      onEnd: { [weak self] in self?.peers[client] = nil })
    peers[client] = peer
    peer.start()
  }

  /// Makes room: who has asked nothing for the longest time goes, if that is long enough.
  ///
  /// Only a newcomer makes it go, so nothing has to wake up for it.
  private func dismissSilent() {
    let idle = peers.values.compactMap { peer in peer.silentSince.map { (since: $0, peer: peer) } }
    guard let oldest = idle.min(by: { $0.since < $1.since }),
      loop.now - oldest.since >= silence
    else { return }
    oldest.peer.giveWay()
  }

  /// Whether the program at the other end runs as the same user; the directory's rights say so too.
  private static func isOurs(_ client: Int32) -> Bool {
    SocketPeer(of: client)?.user == geteuid()
  }
}

// SPDX-License-Identifier: Apache-2.0
import CLinux
import CWaylandClient
import Glibc
import Text

/// A connection to a compositor, closed when the connection and all its proxies are released.
///
/// All use must be on one thread. Events are delivered only within `dispatchPending`, `beginWait`,
/// `endWait`, `wait` and `roundtrip`.
@safe
public final class Connection {
  // SAFETY: `display` ends only in `deinit`, and every proxy retains its connection.
  let display: OpaquePointer
  private var isPrepared = false
  /// The error that ended the connection; `nil` while it works.
  public private(set) var failure: WaylandError?

  /// Creates a connection from a connected socket, which libwayland then owns.
  ///
  /// - Throws: `disconnected` if libwayland refuses it.
  public init(adopting descriptor: Int32) throws(WaylandError) {
    ClientLog.install()
    guard let display = unsafe wl_display_connect_to_fd(descriptor) else {
      throw .disconnected(errno: errno)
    }
    unsafe self.display = display
  }

  /// Connects to a display by name or path, otherwise to `$WAYLAND_DISPLAY`, otherwise to
  /// `wayland-0`.
  ///
  /// Without a name, an inherited socket (`$WAYLAND_SOCKET`) takes precedence on the first call.
  public convenience init(display name: String? = nil) throws(WaylandError) {
    if name == nil, let word = unsafe getenv("WAYLAND_SOCKET") {
      let descriptor = unsafe Int32(String(cString: word))
      unsafe unsetenv("WAYLAND_SOCKET")
      guard let descriptor, fcntl(descriptor, F_GETFD) >= 0 else {
        throw .disconnected(errno: EBADF)
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      try self.init(adopting: descriptor)
      return
    }
    try self.init(adopting: try DisplaySocket(name: name).connect())
  }

  deinit {
    if isPrepared { unsafe wl_display_cancel_read(display) }
    unsafe wl_display_disconnect(display)
  }

  /// The socket, for polling between `beginWait` and `endWait`; the caller must not close it.
  public var fileDescriptor: Int32 { unsafe wl_display_get_fd(display) }

  /// Delivers events that have already been read.
  ///
  /// - Returns: the number of events.
  @discardableResult
  public func dispatchPending() throws(WaylandError) -> Int {
    let count = unsafe wl_display_dispatch_pending(display)
    guard count >= 0 else { throw fail(errno) }
    return Int(count)
  }

  /// Sends buffered requests.
  ///
  /// - Returns: whether the caller is done; if false, some requests are left, so the caller polls
  ///   for output and flushes again. After a hang-up the result is true: the next read reports the
  ///   error.
  @discardableResult
  public func flush() throws(WaylandError) -> Bool {
    guard unsafe wl_display_flush(display) < 0 else { return true }
    switch errno {
    case EAGAIN: return false
    // The compositor has hung up, but its last events may still be unread.
    case EPIPE: return true
    case let number: throw fail(number)
    }
  }

  /// Delivers pending events, sends buffered requests, and prepares for polling.
  ///
  /// Every call must be followed by `endWait` after the poll.
  /// - Returns: whether to poll for output too.
  public func beginWait() throws(WaylandError) -> Bool {
    if isPrepared { try endWait(readable: false) }
    while unsafe wl_display_prepare_read(display) != 0 { try dispatchPending() }
    isPrepared = true
    do throws(WaylandError) {
      return try !flush()
    } catch {
      cancelRead()
      throw error
    }
  }

  /// Ends a wait: reads the socket if `readable`, which means input or a hang-up, and delivers the
  /// events; has no effect without `beginWait`.
  public func endWait(readable: Bool) throws(WaylandError) {
    guard isPrepared else { return }
    guard readable else {
      cancelRead()
      try dispatchPending()
      return
    }
    isPrepared = false
    guard unsafe wl_display_read_events(display) == 0 else { throw fail(errno) }
    try dispatchPending()
  }

  private func cancelRead() {
    isPrepared = false
    unsafe wl_display_cancel_read(display)
  }

  private func fail(_ number: Int32) -> WaylandError {
    let error = failure ?? currentFailure(number)
    failure = error
    return error
  }

  private func currentFailure(_ number: Int32) -> WaylandError {
    let code = unsafe wl_display_get_error(display)
    var interface: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let protocolCode = unsafe wl_display_get_protocol_error(display, &interface, &id)
    // Errors of wl_display itself arrive as EINVAL or ENOMEM; the interface distinguishes them.
    if unsafe code == EPROTO || interface != nil {
      let name =
        unsafe interface?.pointee.name.map { unsafe String(cString: $0) } ?? "unknown object"
      return .protocolError(interface: name, code: protocolCode, objectID: id)
    }
    return .disconnected(errno: code != 0 ? code : number)
  }

  /// Waits once for input, or for room to send buffered requests, and delivers the events.
  ///
  /// The wait ends after `time`, and after an hour in any case.
  /// - Returns: whether there was input or a hang-up.
  @discardableResult
  public func wait(_ time: Duration) throws(WaylandError) -> Bool {
    try wait(until: Deadline(in: time))
  }

  /// Waits until the compositor has handled all requests so far, and delivers the events.
  ///
  /// Unlike `wl_display_roundtrip`, this has a time limit, for a compositor that hangs.
  /// - Throws: `timedOut`, or the error that ended the connection.
  public func roundtrip(timeout: Duration = .seconds(5)) throws(WaylandError) {
    let deadline = Deadline(in: timeout)
    let callback = try sync()
    var isDone = false
    callback.onEvent = { _ in isDone = true }
    defer { callback.onEvent = nil }
    while !isDone {
      guard !deadline.isOver else { throw .timedOut }
      try wait(until: deadline)
    }
  }

  @discardableResult
  private func wait(until deadline: Deadline) throws(WaylandError) -> Bool {
    let wantsOutput = try beginWait()
    var request = pollfd(
      fd: fileDescriptor, events: Int16(wantsOutput ? POLLIN | POLLOUT : POLLIN), revents: 0)
    let count = unsafe poll(&request, 1, deadline.milliseconds)
    let isReadable = count > 0 && request.revents & ~Int16(POLLOUT) != 0
    try endWait(readable: isReadable)
    return isReadable
  }

  /// Requests the registry, which announces the globals by events.
  public func registry() throws(WaylandError) -> WlRegistryProxy {
    try create(WlRegistryProxy.self, opcode: 1, "get_registry")
  }

  /// Requests an event after all requests so far have been handled; the caller retains the callback
  /// until then.
  public func sync() throws(WaylandError) -> WlCallbackProxy {
    try create(WlCallbackProxy.self, opcode: 0, "sync")
  }

  // libwayland owns the proxy of wl_display and handles its events, so there is no class for it.
  private func create<Created: InterfaceProxy>(
    _ type: Created.Type, opcode: UInt32, _ request: String
  ) throws(WaylandError) -> Created {
    if let failure { throw failure }
    let raw = unsafe withArguments(1) { slots in
      unsafe slots[0] = wl_argument(n: 0)
      return unsafe wl_proxy_marshal_array_flags(
        display, opcode, type.interface, 1, 0, slots.baseAddress)
    }
    guard let raw = unsafe raw else { throw .creationFailed(request: request, errno: errno) }
    return unsafe Created(adopting: raw, connection: self)
  }
}

/// The handler of libwayland's log, whose lines contain the compositor's texts, such as error
/// messages.
private enum ClientLog {
  // The handler is set once, since libwayland has one for all connections of the process.
  private static let once: Void = unsafe swivel_set_client_log_receiver { message in
    guard let message = unsafe message else { return }
    let words = unsafe String(cString: message)
    let line = Array(("libwayland: " + UntrustedText(words).line + "\n").utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }

  static func install() { once }
}

struct Deadline {
  /// The deadline in nanoseconds of the monotonic clock.
  private let end: Int64

  init(in time: Duration) {
    // The limit of an hour is long enough and prevents overflow.
    let time = min(max(time, .zero), .seconds(3600))
    end = swivel_monotonic_nanoseconds() + Int64(time / .nanoseconds(1))
  }

  var isOver: Bool { swivel_monotonic_nanoseconds() >= end }

  /// The remaining time for `poll`, rounded up so that the last wait is not a busy loop.
  var milliseconds: Int32 {
    Int32((max(end - swivel_monotonic_nanoseconds(), 0) + 999_999) / 1_000_000)
  }
}

private struct DisplaySocket {
  let path: String
  private let isGuess: Bool

  /// Creates the path of a display's socket: a name is relative to `$XDG_RUNTIME_DIR`, an absolute
  /// path is used unchanged.
  init(name: String?) throws(WaylandError) {
    let wanted = name ?? Self.environment("WAYLAND_DISPLAY")
    isGuess = wanted == nil
    let name = wanted ?? "wayland-0"
    guard !name.hasPrefix("/") else {
      path = name
      return
    }
    guard let directory = Self.environment("XDG_RUNTIME_DIR") else { throw .noRuntimeDirectory }
    path = directory + "/" + name
  }

  func connect() throws(WaylandError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw .connectFailed(path: path, errno: ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }

    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .connectFailed(path: path, errno: errno) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw isGuess ? .noDisplay(path: path) : .connectFailed(path: path, errno: number)
    }
    return descriptor
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}

/// An error of a connection.
public enum WaylandError: Error, Hashable, Sendable {
  /// `XDG_RUNTIME_DIR` is not set, so a display's name cannot be resolved to a socket.
  case noRuntimeDirectory
  /// `WAYLAND_DISPLAY` is not set and no compositor listens at the default socket.
  case noDisplay(path: String)
  /// Connecting to the socket failed.
  case connectFailed(path: String, errno: Int32)
  /// The compositor ended the connection because of a protocol error of this client.
  case protocolError(interface: String, code: UInt32, objectID: UInt32)
  /// The connection broke, or the compositor sent unreadable data.
  case disconnected(errno: Int32)
  /// The compositor did not answer in time.
  case timedOut
  /// The request is newer than the bound version of the object; nothing was sent.
  case requestTooNew(interface: String, request: String, since: UInt32, bound: UInt32)
  /// The object or an argument of the request was destroyed, or belongs to another connection.
  case objectGone(request: String)
  /// A file descriptor to be sent is not open.
  case badDescriptor(request: String)
  /// libwayland could not create an object.
  case creationFailed(request: String, errno: Int32)
}

extension WaylandError: CustomStringConvertible {
  /// The error message, as one sentence.
  public var description: String {
    switch self {
    case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set"
    case .noDisplay(let path):
      "WAYLAND_DISPLAY is not set and nothing listens at \(UntrustedText(path).path)"
    case .connectFailed(let path, let errno):
      "cannot connect to \(UntrustedText(path).path): \(Self.words(errno))"
    case .protocolError(let interface, let code, let id):
      "the compositor reports error \(code) of \(interface)@\(id)"
    case .disconnected(let errno): "the connection to the compositor is lost: \(Self.words(errno))"
    case .timedOut: "the compositor did not answer in time"
    case .requestTooNew(let interface, let request, let since, let bound):
      "\(interface).\(request) needs version \(since), but only version \(bound) is bound"
    case .objectGone(let request): "\(request) names an object that is gone"
    case .badDescriptor(let request): "\(request) names a file descriptor that is not open"
    case .creationFailed(let request, let errno): "\(request) failed: \(Self.words(errno))"
    }
  }

  private static func words(_ number: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress else { return "error \(number)" }
      unsafe start.initialize(repeating: 0, count: buffer.count)
      // The XSI variant of strerror_r is thread-safe and writes into the buffer.
      guard unsafe strerror_r(number, start, buffer.count) == 0 else { return "error \(number)" }
      return unsafe String(cString: start)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
public import EventLoop
import Glibc

// The server's side of libwayland with owned handles and typed messages; it knows nothing of
// rotation.
//
// - A `Display` owns everything: globals, clients and their resources. Objects may end in any
//   order, by a request, by a client's end or by ours; after that a handle is inert and calls do
//   nothing.
// - No client can crash us or make us wait: messages are checked before a handler sees them,
//   whoever does not read is cut off, and memory that a client shares is read with care
//   (`SharedBuffer`).
// - Generated code derives a type for each interface from `Resource`.
//
// Begin with `Display.offer`, then `Client` and `Resource`.

/// A Wayland server: its globals, its clients, and its place in the event loop.
///
/// Nothing that a client sends can do more than end that client's connection.
@safe
public final class Display {
  // SAFETY: both pointers live until `deinit`, which destroys the display last.
  let raw: OpaquePointer
  private let events: OpaquePointer
  private var globals: [Global] = []
  /// The connected clients in the order of their coming.
  public private(set) var clients: [Client] = []
  private var failed: [Client] = []
  private var registrations: [(loop: EventLoop, token: Token)] = []
  /// Called when a client is sent an error or is cut off, with the reason.
  public var onFailure: ((Client, String) -> Void)?

  /// Makes a display without globals and sockets.
  public init() throws(ServerError) {
    ServerLog.install()
    guard let raw = unsafe wl_display_create(), let events = unsafe wl_display_get_event_loop(raw)
    else {
      throw .creationFailed(errno: errno)
    }
    unsafe self.raw = raw
    unsafe self.events = events
  }

  /// Disconnects everybody and leaves the event loop; whoever serves the objects must do it first.
  public func end() {
    for (loop, token) in registrations { loop.remove(token) }
    registrations = []
    unsafe wl_display_destroy_clients(raw)
    failed = []
  }

  deinit {
    end()
    for global in globals { global.end() }
    unsafe wl_display_destroy(raw)
  }

  /// A number for an event; they rise.
  public func nextSerial() -> UInt32 { unsafe wl_display_next_serial(raw) }

  /// The number given last.
  public var serial: UInt32 { unsafe wl_display_get_serial(raw) }

  /// Offers an interface to all clients for as long as the display lives or until withdrawn.
  @discardableResult
  public func offer<Bound: InterfaceResource>(
    _ type: Bound.Type, version: UInt32, bound: @escaping (Bound) -> Void
  ) -> Global {
    let global = Global(type, version: version, display: self, bound: bound)
    globals.append(global)
    return global
  }

  /// Offers `wl_shm` as libwayland itself serves it, with the two formats that everybody has.
  public func offerSharedMemory() throws(ServerError) {
    guard unsafe wl_display_init_shm(raw) == 0 else { throw .creationFailed(errno: errno) }
  }

  /// Takes over a connected socket as a client's.
  @discardableResult
  public func add(client descriptor: Int32) throws(ServerError) -> Client {
    guard let raw = unsafe wl_client_create(raw, descriptor) else {
      let number = errno
      close(descriptor)
      throw .creationFailed(errno: number)
    }
    return unsafe adopt(raw)
  }

  /// Listens on a socket, which libwayland owns from now on.
  public func listen(on descriptor: Int32) throws(ServerError) {
    guard unsafe wl_display_add_socket_fd(raw, descriptor) == 0 else {
      throw .creationFailed(errno: errno)
    }
  }

  /// The descriptor that is readable while there is something to dispatch.
  public var fileDescriptor: Int32 { unsafe wl_event_loop_get_fd(events) }

  /// Serves this display whenever the loop runs, and flushes before it sleeps.
  public func serve(in loop: EventLoop) throws(SystemError) {
    let watch = try loop.add(fileDescriptor, for: .readable) { [weak self] _ in self?.dispatch() }
    registrations.append((loop, watch))
    registrations.append((loop, loop.prepare { [weak self] in self?.flush() }))
  }

  /// Handles what clients have sent, without waiting.
  public func dispatch() {
    unsafe wl_event_loop_dispatch(events, 0)
    flush()
  }

  /// Sends what is buffered and hangs up on clients that have failed.
  public func flush() {
    unsafe wl_display_flush_clients(raw)
    while let client = failed.popLast() { client.end() }
  }

  func client(_ raw: OpaquePointer) -> Client? {
    let known = unsafe DestroyListener.owner { unsafe wl_client_get_destroy_listener(raw, $0) }
    return unsafe known.map { $0 as? Client } ?? adopt(raw)
  }

  func noteFailure(of client: Client, _ message: String) {
    failed.append(client)
    onFailure?(client, message)
  }

  func forget(_ client: Client) { clients.removeAll { $0 === client } }

  private func adopt(_ raw: OpaquePointer) -> Client {
    let client = unsafe Client(raw, display: self)
    clients.append(client)
    return client
  }

  /// Listens at a socket with mode 0600 in the runtime directory, whose mode must be 0700.
  ///
  /// - Parameter name: a file name; nil takes the first free of `wayland-0` to `wayland-32`.
  /// - Returns: the name.
  @discardableResult
  public func listen(name: String? = nil) throws(ServerError) -> String {
    guard let directory = unsafe getenv("XDG_RUNTIME_DIR").map({ unsafe String(cString: $0) }),
      !directory.isEmpty
    else { throw .noRuntimeDirectory }
    try Self.check(directory)
    if let name {
      try add(name, in: directory)
      return name
    }
    var last = ServerError.inUse(path: directory)
    for number in 0...32 {
      do throws(ServerError) {
        try add("wayland-\(number)", in: directory)
        return "wayland-\(number)"
      } catch {
        guard case .inUse = error else { throw error }
        last = error
      }
    }
    throw last
  }

  /// What a socket's address holds, without the zero at its end.
  private static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private func add(_ name: String, in directory: String) throws(ServerError) {
    let path = directory + "/" + name
    guard !name.isEmpty, !name.contains("/") else { throw .badName(name) }
    guard path.utf8.count <= Self.maximumPathLength else {
      // An ordinary name has to fit in; if it does, the directory is not to blame.
      let most = Self.maximumPathLength - "/wayland-00".utf8.count
      throw directory.utf8.count > most
        ? .longRuntimeDirectory(path: directory, most: most) : .badName(name)
    }
    // The socket gets its mode when it is made: no moment at which others could connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    guard unsafe wl_display_add_socket(raw, name) == 0 else {
      let number = errno
      // libwayland holds a lock beside the socket; who has it is alive.
      throw [EAGAIN, EWOULDBLOCK, EADDRINUSE, 0].contains(number)
        ? .inUse(path: path) : .socketFailed(path: path, errno: number)
    }
  }

  private static func check(_ directory: String) throws(ServerError) {
    var status = stat()
    guard unsafe stat(directory, &status) == 0 else {
      throw .badRuntimeDirectory(path: directory, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .badRuntimeDirectory(path: directory, errno: ENOTDIR)
    }
    let mode = status.st_mode & 0o7777
    guard status.st_uid == getuid(), mode & 0o077 == 0 else {
      throw .openRuntimeDirectory(path: directory, mode: mode, isOwn: status.st_uid == getuid())
    }
  }
}

/// What libwayland writes about misbehaving clients: nothing, `Display.onFailure` tells it.
enum ServerLog {
  // Once per process; libwayland keeps one handler for all displays.
  private static let once: Void = unsafe wl_log_set_handler_server { _, _ in }

  static func install() { once }
}

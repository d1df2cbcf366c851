// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
public import EventLoop
import Glibc

// The server's side of libwayland with owned handles and typed messages, independent of rotation.
//
// - A `Display` owns everything: globals, clients and their resources. Objects may end in any
//   order, by a request, with their client, or by the server; after that a handle is inert and
//   calls have no effect.
// - No client can crash or block the server: messages are checked before a handler is called, a
//   client that does not read is disconnected, and memory that a client shares is accessed safely
//   (`SharedBuffer`).
// - Generated code derives a type for each interface from `Resource`.
//
// Begin with `Display.offer`, then `Client` and `Resource`.

/// A Wayland server: its globals, its clients, and its registration in an event loop.
///
/// The worst effect of a client's messages is the end of that client's connection.
@safe
public final class Display {
  // SAFETY: `raw` and `events` are valid until `deinit`, which destroys the display last.
  let raw: OpaquePointer
  private let events: OpaquePointer
  private var globals: [Global] = []
  /// The connected clients in the order in which they connected.
  public private(set) var clients: [Client] = []
  private var failed: [Client] = []
  private var registrations: [(loop: EventLoop, token: Token)] = []
  /// Called with the reason when the server sends a client an error or decides to disconnect it.
  public var onFailure: ((Client, String) -> Void)?

  /// Creates a display without globals and sockets.
  public init() throws(ServerError) {
    ServerLog.install()
    guard let raw = unsafe wl_display_create(), let events = unsafe wl_display_get_event_loop(raw)
    else {
      throw .creationFailed(errno: errno)
    }
    unsafe self.raw = raw
    unsafe self.events = events
  }

  /// Disconnects all clients and leaves the event loop; to be called before the objects' owners
  /// end.
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

  /// Returns the next serial; serials increase.
  public func nextSerial() -> UInt32 { unsafe wl_display_next_serial(raw) }

  /// Adds a global for all clients, until it is withdrawn or the display ends; `bound` is called
  /// with each object that a client binds.
  ///
  /// `version` is limited to that of the generated code.
  @discardableResult
  public func offer<Bound: InterfaceResource>(
    _ type: Bound.Type, version: UInt32, bound: @escaping (Bound) -> Void
  ) -> Global {
    let global = Global(type, version: version, display: self, bound: bound)
    globals.append(global)
    return global
  }

  /// Adds libwayland's own `wl_shm`, with the two mandatory formats.
  public func offerSharedMemory() throws(ServerError) {
    guard unsafe wl_display_init_shm(raw) == 0 else { throw .creationFailed(errno: errno) }
  }

  /// Adds a client on a connected socket, which libwayland then owns; closes the socket on failure.
  @discardableResult
  public func add(client descriptor: Int32) throws(ServerError) -> Client {
    guard let raw = unsafe wl_client_create(raw, descriptor) else {
      let number = errno
      close(descriptor)
      throw .creationFailed(errno: number)
    }
    return unsafe adopt(raw)
  }

  /// Listens on a socket, which libwayland then owns; after an error the caller still owns it.
  public func listen(on descriptor: Int32) throws(ServerError) {
    guard unsafe wl_display_add_socket_fd(raw, descriptor) == 0 else {
      throw .creationFailed(errno: errno)
    }
  }

  /// The descriptor that is readable while there are events to dispatch.
  public var fileDescriptor: Int32 { unsafe wl_event_loop_get_fd(events) }

  /// Serves the display in an event loop, and flushes before the loop sleeps.
  public func serve(in loop: EventLoop) throws(SystemError) {
    let watch = try loop.add(fileDescriptor, for: .readable) { [weak self] _ in self?.dispatch() }
    registrations.append((loop, watch))
    registrations.append((loop, loop.prepare { [weak self] in self?.flush() }))
  }

  /// Handles the clients' pending messages without waiting, and flushes.
  public func dispatch() {
    unsafe wl_event_loop_dispatch(events, 0)
    flush()
  }

  /// Sends buffered events, and disconnects clients that have failed.
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

  /// Listens on a new socket with mode 0600 in the runtime directory, which must belong to this
  /// user and be closed to others, as with mode 0700.
  ///
  /// - Parameter name: a file name; `nil` selects the first free of `wayland-0` to `wayland-32`.
  /// - Returns: the name of the socket.
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

  /// The maximum length of a socket's path, without the final zero.
  private static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private func add(_ name: String, in directory: String) throws(ServerError) {
    let path = directory + "/" + name
    guard !name.isEmpty, !name.contains("/") else { throw .badName(name) }
    guard path.utf8.count <= Self.maximumPathLength else {
      // If a name of ordinary length would fit, this name is too long rather than the directory's
      // path.
      let most = Self.maximumPathLength - "/wayland-00".utf8.count
      throw directory.utf8.count > most
        ? .longRuntimeDirectory(path: directory, most: most) : .badName(name)
    }
    // The umask gives the socket its mode at creation, so that other users can never connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    guard unsafe wl_display_add_socket(raw, name) == 0 else {
      let number = errno
      // libwayland locks a file beside the socket; if it is locked, another server is running.
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

/// The handler of libwayland's log, which drops all messages: `Display.onFailure` reports failures.
enum ServerLog {
  // The handler is set once, since libwayland has one for all displays of the process.
  private static let once: Void = swivel_drop_server_log()

  static func install() { once }
}

/// A global in a server's registry.
@safe
public final class Global {
  // SAFETY: the display retains its globals until its own end, so libwayland's context pointer
  // stays valid.
  private var raw: OpaquePointer?
  private let bind: (Client, UInt32, UInt32) -> Void
  private unowned let display: Display

  init<Bound: InterfaceResource>(
    _ type: Bound.Type, version: UInt32, display: Display, bound: @escaping (Bound) -> Void
  ) {
    self.display = display
    bind = { client, version, id in
      guard
        let resource = unsafe Bound(
          client: client, interface: type.interface, version: version, id: id)
      else { return }
      bound(resource)
    }
    unsafe raw = wl_global_create(
      display.raw, type.interface, Int32(min(version, type.newestVersion)),
      Unmanaged.passUnretained(self).toOpaque()
    ) { rawClient, own, version, id in
      guard let rawClient = unsafe rawClient, let own = unsafe own else { return }
      let global = unsafe Unmanaged<Global>.fromOpaque(own).takeUnretainedValue()
      guard let client = unsafe global.display.client(rawClient) else { return }
      global.bind(client, version, id)
    }
  }

  /// Withdraws the global; a client that binds it at the same time still gets an object.
  public func withdraw() {
    guard let raw = unsafe raw else { return }
    unsafe wl_global_remove(raw)
  }

  func end() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    unsafe wl_global_destroy(raw)
  }
}

/// An error in creating a display or its sockets.
public enum ServerError: Error, Hashable, Sendable {
  /// libwayland could not create an object.
  case creationFailed(errno: Int32)
  /// `XDG_RUNTIME_DIR` is not set.
  case noRuntimeDirectory
  /// The runtime directory is missing or is no directory.
  case badRuntimeDirectory(path: String, errno: Int32)
  /// The runtime directory belongs to another user or is accessible to others; `mode` has its
  /// permission bits.
  case openRuntimeDirectory(path: String, mode: UInt32, isOwn: Bool)
  /// The path of the runtime directory is too long for a socket's name; `most` is the limit in
  /// bytes.
  case longRuntimeDirectory(path: String, most: Int)
  /// The name is empty, contains a slash, or does not fit into a socket's address.
  case badName(String)
  /// Another server listens at the path.
  case inUse(path: String)
  /// The socket could not be created.
  case socketFailed(path: String, errno: Int32)
}

extension ServerError: CustomStringConvertible {
  /// The error message: the problem, its place and, for most errors, a remedy.
  public var description: String {
    switch self {
    case .creationFailed(let number): "libwayland cannot make the server: \(words(number))"
    case .noRuntimeDirectory:
      "XDG_RUNTIME_DIR is not set: set it to a directory of your own with mode 0700"
    case .badRuntimeDirectory(let path, let number):
      "the runtime directory \(path) cannot be used: \(words(number)); "
        + "make it with 'mkdir -m 0700' or set XDG_RUNTIME_DIR to another"
    case .openRuntimeDirectory(let path, _, false):
      "the runtime directory \(path) belongs to another user: set XDG_RUNTIME_DIR to your own"
    case .openRuntimeDirectory(let path, let mode, true):
      "the runtime directory \(path) has mode 0\(String(mode, radix: 8)), others may enter it: "
        + "run 'chmod 0700 \(path)'"
    case .longRuntimeDirectory(let path, let most):
      "the runtime directory \(path) has a path of \(path.utf8.count) bytes, too long for a socket in "
        + "it: set XDG_RUNTIME_DIR to one of at most \(most)"
    case .badName(let name):
      "'\(name)' is no name for a socket: a short file name without slashes, such as wayland-7"
    case .inUse(let path):
      "another server listens at \(path): choose another name or end that server"
    case .socketFailed(let path, let number): "cannot listen at \(path): \(words(number))"
    }
  }

  private func words(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}

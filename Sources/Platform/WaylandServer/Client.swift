// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
import Glibc

/// A client that is connected to the Wayland display.
@safe
public final class Client {
  /// The maximum number of a client's objects, including libwayland's own; checked whenever more
  /// than an eighth of it has been created since the last check.
  public static let objectLimit = 20_000
  /// The maximum number of a client's shared memory pools, each of which needs a mapping; checked
  /// as `objectLimit` is.
  public static let poolLimit = 512

  /// The display of the client; `nil` after the display has ended.
  public private(set) weak var display: Display?
  // SAFETY: `handle` is `nil` from the moment that libwayland ends the client, which a listener
  // reports.
  private var handle: OpaquePointer?
  private var newObjects = 0
  private var newPools = 0
  private var creations: UnsafeMutablePointer<CreationListener>?
  /// Whether the client has failed, so that its connection will end.
  public private(set) var hasFailed = false
  /// The reason of the failure; `nil` if the client has not failed.
  public private(set) var failure: String?
  private var endings: [() -> Void] = []
  /// An object that the server associates with the client.
  public var companion: AnyObject?

  init(_ raw: OpaquePointer, display: Display) {
    unsafe handle = raw
    self.display = display
    unsafe DestroyListener.keep(
      self, ended: { [unowned self] in ended() },
      attach: { unsafe wl_client_add_destroy_listener(raw, $0) })
    unsafe creations = CreationListener.attach(self, to: raw)
  }

  /// Whether the client is still connected.
  public var isAlive: Bool { unsafe handle != nil }

  /// The client's process ID; 0 if the client has disconnected.
  public var processID: Int32 {
    guard let handle = unsafe handle else { return 0 }
    var process: pid_t = 0
    unsafe wl_client_get_credentials(handle, &process, nil, nil)
    return process
  }

  /// The client's socket, owned by libwayland; -1 if the client has disconnected.
  public var fileDescriptor: Int32 { unsafe handle.map { unsafe wl_client_get_fd($0) } ?? -1 }

  /// The number of sent bytes that the client has not yet read from the socket; 0 if it has
  /// disconnected.
  public var unreadBytes: Int32 {
    var count: Int32 = 0
    // For sockets, TIOCOUTQ is also called SIOCOUTQ.
    guard isAlive, unsafe ioctl(fileDescriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    return count
  }

  /// Adds an action that is called when the client disconnects, before its objects end.
  public func whenGone(_ action: @escaping () -> Void) { endings.append(action) }

  /// Ends the connection at the display's next flush, when no request is being handled.
  ///
  /// `Display.onFailure` is called with the reason at once. Has no effect if the client has failed
  /// already.
  public func disconnect(because reason: String) {
    guard isAlive, !hasFailed else { return }
    noteFailure(reason)
  }

  /// Sends the client the error `no_memory`, which ends the connection; has no effect if the client
  /// has failed already.
  public func refuseMemory() {
    guard let handle = unsafe handle, !hasFailed else { return }
    unsafe wl_client_post_no_memory(handle)
    noteFailure("no memory for this client")
  }

  var raw: OpaquePointer? { unsafe handle }

  /// Counts a created object, and refuses memory to the client if it has more objects or pools than
  /// allowed.
  ///
  /// All existing objects are counted only now and then, since that is slow.
  func noteCreation(of resource: OpaquePointer) {
    newObjects += 1
    if unsafe Self.isPool(resource) { newPools += 1 }
    guard newObjects > Self.objectLimit / 8 || newPools > Self.poolLimit / 8 else { return }
    newObjects = 0
    newPools = 0
    let (objects, pools) = count()
    if objects > Self.objectLimit || pools > Self.poolLimit { refuseMemory() }
  }

  func noteFailure(_ message: String) {
    hasFailed = true
    failure = message
    display?.noteFailure(of: self, message)
  }

  /// Ends the connection; must not be called while one of the client's requests is being handled.
  func end() {
    guard let handle = unsafe handle else { return }
    unsafe wl_client_destroy(handle)
  }

  private func ended() {
    unsafe handle = nil
    if let creations = unsafe creations { unsafe CreationListener.detach(creations) }
    unsafe creations = nil
    display?.forget(self)
    let actions = endings
    endings = []
    for action in actions { action() }
  }

  private func count() -> (objects: Int, pools: Int) {
    guard let handle = unsafe handle else { return (0, 0) }
    var count = (objects: 0, pools: 0)
    unsafe withUnsafeMutablePointer(to: &count) { count in
      unsafe wl_client_for_each_resource(
        handle,
        { resource, count in
          guard let resource = unsafe resource, let count = unsafe count else {
            return WL_ITERATOR_CONTINUE
          }
          let known = unsafe count.assumingMemoryBound(to: (objects: Int, pools: Int).self)
          unsafe known.pointee.objects += 1
          if unsafe Client.isPool(resource) { unsafe known.pointee.pools += 1 }
          return WL_ITERATOR_CONTINUE
        }, unsafe count)
    }
    return count
  }

  private static func isPool(_ resource: OpaquePointer) -> Bool {
    unsafe wl_resource_get_class(resource).map { unsafe strcmp($0, "wl_shm_pool") == 0 } ?? false
  }

  /// Whether the client's process has the same user as this process; false if the client has
  /// disconnected.
  public var isOwnUser: Bool {
    guard let raw = unsafe raw else { return false }
    var user: uid_t = .max
    unsafe wl_client_get_credentials(raw, nil, &user, nil)
    return user == geteuid()
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import CWaylandClient
import CWaylandServer
import CWlcs
import EventLoop
import Glibc
import HeadlessCompositor
import Orientation
import WaylandServer

/// The compositor of one test: it lives on the thread that `run` is called on.
final class ServerUnderTest {
  private var loop: EventLoop?
  private(set) var compositor: HeadlessCompositor?
  /// The clients by the descriptors that they hold.
  private var clients: [Int32: Client] = [:]
  let errands = Errands()

  static func of(_ server: UnsafeMutablePointer<wlcs_abi_server>?) -> ServerUnderTest? {
    unsafe server?.pointee.context.map {
      unsafe Unmanaged<ServerUnderTest>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func run(serving theirs: OpaquePointer?) {
    guard let theirs = unsafe theirs else { return }
    do {
      let loop = try EventLoop()
      self.loop = loop
      guard let rules = RuleSetCatalog.make("desktop") else { return }
      var options = CompositorOptions(rules: rules)
      options.outputs = [OutputSpecification(size: Size(width: 1280, height: 1024))]
      options.placement = .floating
      options.bar = .none
      // The helper of wlcs 1.5 attaches buffers before the first configure.
      options.isLenient = unsafe getenv("SWIVEL_WLCS_STRICT") == nil
      let compositor = try HeadlessCompositor(loop: loop, options: options)
      self.compositor = compositor
      _ = try unsafe loop.add(wl_event_loop_get_fd(theirs), for: .readable) { _ in
        unsafe wl_event_loop_dispatch(theirs, 0)
      }
      try errands.serve(in: loop)
      // What was asked for before the loop ran.
      unsafe wl_event_loop_dispatch(theirs, 0)
      try loop.run()
    } catch {
      let line = Array("swivel-wlcs: \(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, line, line.count)
    }
    clients = [:]
    compositor = nil
    loop = nil
  }

  func stop() { loop?.stop() }

  func connect() -> Int32 {
    guard let (descriptor, client) = try? compositor?.connectClient() else { return -1 }
    clients[descriptor] = client
    return descriptor
  }

  /// The arguments are the client's own objects, told by the descriptor and the object's number.
  func place(_ display: OpaquePointer?, _ surface: OpaquePointer?, _ x: Int32, _ y: Int32) {
    guard let display = unsafe display, let surface = unsafe surface,
      let client = unsafe clients[wl_display_get_fd(display)]
    else { return }
    unsafe compositor?.moveWindow(
      withSurface: wl_proxy_get_id(surface), of: client, to: Point(x: x, y: y))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Glibc
import HeadlessCompositor
import Orientation
import Pixels
import Testing
import WaylandClient

/// A compositor with clients in one process, on one thread, whose loop has a virtual clock.
final class Stage {
  let loop: EventLoop
  private var server: HeadlessCompositor?
  private var clients: [TestClient] = []
  /// The errors with which clients were disconnected.
  private(set) var failures: [String] = []

  init(
    _ size: Size = Size(width: 320, height: 480), rules: String = "uikit-8",
    change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make(rules)))
    options.outputs = [OutputSpecification(size: size)]
    change(&options)
    // Not at zero, so that a time is not mistaken for none.
    loop = try EventLoop(clock: VirtualClock(now: Instant(milliseconds: 1000)))
    server = try HeadlessCompositor(loop: loop, options: options)
    compositor.onClientFailure = { [unowned self] _, reason in failures.append(reason) }
  }

  /// The compositor; not to be used after its end.
  var compositor: HeadlessCompositor {
    guard let server else { preconditionFailure("the compositor has ended") }
    return server
  }

  /// Ends the compositor while its clients are connected.
  func endCompositor() { server = nil }

  /// Disconnects a client as by a crash.
  func drop(_ client: TestClient) {
    shutdown(client.connection.fileDescriptor, Int32(SHUT_RDWR))
    clients.removeAll { $0 === client }
    settle()
  }

  /// Releases all clients.
  func disconnectAll() { clients = [] }

  /// Connects another client, which has bound the globals on return.
  func connect(isDiagnostic: Bool = false) throws -> TestClient {
    let client = try TestClient(
      isDiagnostic ? try compositor.connectDiagnostic() : try compositor.connect(), stage: self)
    clients.append(client)
    try client.bind()
    return client
  }

  /// Runs the compositor alone for a length of virtual time; with zero it does what is due.
  func run(for time: Duration) {
    do { try loop.run(for: time) } catch { Issue.record("the loop has failed: \(error)") }
  }

  /// Lets compositor and clients exchange messages until there are none left.
  func settle() {
    var quiet = 0
    while quiet < 2 {
      for client in clients { client.flush() }
      run(for: .zero)
      let heard = clients.map { $0.listen() }.contains(true)
      quiet = heard ? 0 : quiet + 1
    }
  }

  /// Lets time pass, frame by frame, and exchanges messages in between.
  func advance(by time: Duration) {
    var left = time
    while left > .zero {
      let step = min(left, .milliseconds(10))
      run(for: step)
      left -= step
      settle()
    }
  }

  /// Returns the colour of a pixel of the panel, without its alpha.
  func pixel(_ x: Int32, _ y: Int32, output: String = "HEADLESS-1") throws -> UInt32 {
    let picture = try #require(compositor.picture(of: output))
    return picture[x, y] & 0xFF_FFFF
  }

  /// Turns the device.
  func turn(_ orientation: DeviceOrientation) {
    compositor.handle(.device(.turned(orientation)))
    settle()
  }
}

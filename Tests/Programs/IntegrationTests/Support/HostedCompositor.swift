// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Foundation
import HeadlessCompositor
import Judging
import Orientation
import Pixels
import Sensing
import Testing
import WaylandClient
import WindowBackend

@testable import swivel_tablet

/// Swivel's compositor in this process, in a window on a host compositor.
final class HostedCompositor {
  /// A real host in its own process; `nil` if the host is a `HeadlessCompositor` in this one.
  let host: Compositor?
  let loop: EventLoop
  let compositor: HeadlessCompositor
  /// The number of pictures that the window has sent to the host.
  let pictures: () -> Int
  /// The drawn tablet around the window; nil without one.
  private(set) var tablet: TabletWindow?
  /// The decisions so far.
  let history: SessionHistory
  /// Turns the device in the window clockwise by quarters; has no effect without a device.
  private(set) var turnDevice: (Int) -> Void = { _ in }
  /// The failures that the window has reported.
  private(set) var failures: [String] = []
  private let display: HostDisplay
  /// The window's connection to the host, which the loop serves.
  private let connection: Connection
  private let isAtRest: () -> Bool
  let folder = try? RuntimeDirectory()

  /// Opens the window on a running host; rotations take `slowness` times as long.
  convenience init(
    on host: Compositor, _ output: OutputSpecification, followsScale: Bool = true,
    isTablet: Bool = false, slowness: Int = 1,
    change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    let loop = try EventLoop()
    let connection = try host.connect()
    let display = try HostDisplay(on: loop, connection: connection)
    try self.init(
      display, connection, host, output, on: loop, followsScale, isTablet: isTablet, slowness,
      change)
  }

  /// Opens the window on a compositor of Swivel that runs on the same loop.
  convenience init(
    on host: HeadlessCompositor, _ output: OutputSpecification, loop: EventLoop,
    isTablet: Bool = false
  ) throws {
    let connection = try Connection(adopting: try host.connect())
    let display = try HostDisplay(on: loop, connection: connection) {
      connection throws(WaylandError) in
      let callback = try connection.sync()
      var isDone = false
      callback.onEvent = { _ in isDone = true }
      while !isDone {
        try connection.flush()
        _ = try? loop.turn(waitingAtMost: .milliseconds(1))
        try connection.wait(.zero)
      }
    }
    try self.init(display, connection, nil, output, on: loop, true, isTablet: isTablet, 1) { _ in }
  }

  private init(
    _ display: HostDisplay, _ connection: Connection, _ host: Compositor?,
    _ output: OutputSpecification, on loop: EventLoop, _ followsScale: Bool, isTablet: Bool,
    _ slowness: Int, _ change: (inout CompositorOptions) -> Void
  ) throws {
    self.host = host
    self.loop = loop
    self.display = display
    self.connection = connection
    var options = CompositorOptions(rules: try #require(RuleSetCatalog.make("uikit-7")))
    options.outputs = [output]
    options.bar = .none
    change(&options)
    history = try SessionHistory(nil)
    compositor = try HeadlessCompositor(loop: loop, options: options, recorder: history)
    let name = try #require(compositor.outputNames.first)
    if isTablet {
      let pose = DevicePose(try #require(Judges.make("swivel")), slowness: slowness)
      let device = DeviceDriver(compositor, pose, on: loop)
      let window = try TabletWindow(
        compositor, output: name, panel: output.size, device: device,
        slowness: slowness, isAnimated: true,
        inspector: Inspector(compositor, history, saving: "\(folder?.path ?? "")/story.yaml"),
        display: display, on: loop)
      tablet = window
      pictures = { window.pictures }
      isAtRest = { window.isAtRest && !window.device.pose.isTurning }
      turnDevice = { window.device.turn($0) }
      window.onFailure = { [unowned self] in failures.append("\($0)") }
    } else {
      let window = try OutputWindow(
        compositor, output: output, named: name, followsScale: followsScale, display: display,
        on: loop)
      pictures = { window.pictures }
      isAtRest = { window.isAtRest }
      window.onFailure = { [unowned self] in failures.append("\($0)") }
    }
    try display.start()
    display.onFailure = { [unowned self] in failures.append("\($0)") }
  }

  /// Serves the loop and several probes until a condition holds.
  func wait(
    _ what: @autoclosure () -> String, probes: [WindowProbe], _ isSo: () throws -> Bool
  ) throws {
    try wait(what()) {
      for probe in probes { try probe.listen() }
      return try isSo()
    }
  }

  /// Serves the loop and the probe until a condition holds; throws after `seconds`.
  func wait(
    _ what: @autoclosure () -> String, probe: WindowProbe? = nil, within seconds: Double = 60,
    _ isSo: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      try loop.turn(waitingAtMost: .milliseconds(5))
      // Sends the probe the resulting events: the loop does not watch the probe's socket.
      try loop.turn(waitingAtMost: .zero)
      try probe?.listen()
      if try isSo() { return }
      guard ContinuousClock.now < end else {
        throw Deadline.Passed(description: "waited \(seconds) s in vain for \(what()): \(failures)")
      }
    }
  }

  /// Waits until the host shows the latest picture, and probe, compositor and host have exchanged
  /// all messages.
  ///
  /// Each round waits until the compositor has answered a `sync` of the probe and the host one of
  /// the window, so that all earlier messages are handled. Rounds are repeated until two of them
  /// have changed nothing.
  func settle(_ probe: WindowProbe? = nil) throws {
    var quiet = 0
    while quiet < 2 {
      let before = state(probe)
      try wait("the picture on the host", probe: probe) { isAtRest() }
      var answers = 0
      let callbacks = [try connection.sync(), try probe?.synchronise()].compactMap(\.self)
      for callback in callbacks { callback.onEvent = { _ in answers += 1 } }
      try wait("answers to sync", probe: probe) { answers == callbacks.count }
      quiet = isAtRest() && state(probe) == before ? quiet + 1 : 0
    }
  }

  /// Returns numbers that change whenever a picture is shown or the probe receives an event.
  private func state(_ probe: WindowProbe?) -> [Int] {
    [pictures(), probe?.drawn ?? 0, probe?.heard.count ?? 0]
  }

  /// Returns the part of a picture of the whole window that shows the device on its desk.
  func device(in picture: Canvas) throws -> [UInt32] {
    let layout = try #require(tablet?.layout)
    let right = Int32(layout.inspectorRectangle.origin.x)
    return (layout.captionRectangle.size.height..<layout.barRectangle.origin.y).flatMap { y in
      (0..<right).map { x in picture[x, y] }
    }
  }

  /// Returns the picture on the host's screen, without its pointer.
  func photograph() throws -> Canvas {
    let path = "\(folder?.path ?? "")/host.png"
    let host = try #require(host)
    let grim = try ChildProcess("grim", [path], environment: host.clientEnvironment)
    // The host may wait for the window.
    try wait("grim") { grim.exitStatus != nil }
    guard grim.exitStatus == 0 else { throw Deadline.Passed(description: grim.errors) }
    return try PNG.read(path)
  }
}

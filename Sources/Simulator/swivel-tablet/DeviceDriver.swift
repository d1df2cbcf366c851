// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import HeadlessCompositor
import Orientation
import Sensing

/// Moves the drawn device, lets its judge hear of it, and tells the arbiter what the judge says.
final class DeviceDriver {
  private(set) var pose: DevicePose
  /// Called when the device looks different, or its judge waits for something else.
  var onChange: (() -> Void)?
  private let compositor: HeadlessCompositor
  private let loop: EventLoop
  private var tick: Token?
  /// Whether what the arbiter hears of the device is no news for it.
  private var isReporting = false
  /// Whether the device only follows what somebody else has said; its judge is not heard then.
  private var isLed = false

  init(_ compositor: HeadlessCompositor, _ pose: DevicePose, on loop: EventLoop) {
    self.compositor = compositor
    self.pose = pose
    self.loop = loop
  }

  private var now: Instant { loop.now }

  /// Lets the sensor run as long as there is something to be read, and not longer.
  func watch() {
    guard tick == nil else { return }
    tick = loop.schedule(after: DevicePose.period) { [weak self] in
      guard let self else { return }
      tick = nil
      let before = (pose.angle, pose.gate, pose.tremor)
      if let orientation = pose.advance(to: now) { report(orientation) }
      if before != (pose.angle, pose.gate, pose.tremor) { onChange?() }
      if pose.isRestless(at: now) { watch() }
    }
  }

  private func report(_ orientation: DeviceOrientation) {
    let named = name(of: orientation)
    // The scene may have been told already, by who plays it.
    guard !isLed, compositor.scene.device.felt != named else { return }
    withoutFollowing { compositor.handle(.device(.turned(named))) }
  }

  private func name(of orientation: DeviceOrientation) -> DeviceOrientation {
    compositor.turnsOutputs ? orientation : orientation.named(on: compositor.scene.device.panel)
  }

  /// What the arbiter hears meanwhile does not move the device.
  func withoutFollowing(_ body: () -> Void) {
    let before = isReporting
    isReporting = true
    body()
    isReporting = before
  }

  /// Somebody else has said how the device is held; it is drawn so.
  func follow(_ orientation: DeviceOrientation) {
    guard !isReporting else { return }
    isLed = true
    let edge = PanelEdge.allCases.first { name(of: DeviceOrientation(edgeUp: $0)) == orientation }
    if let edge {
      pose.turn(until: edge, at: now)
    } else {
      pose.lay(flat: orientation.isFlat, at: now)
    }
    watch()
    onChange?()
  }

  /// Turns the device by quarters, clockwise.
  func turn(_ quarters: Int) { move { $0.turn(quarters: quarters, at: now) } }

  /// Lays it on its back, or takes it up again.
  func lay(flat: Bool) { move { $0.lay(flat: flat, at: now) } }

  /// Shakes it for a moment.
  func shake() { move { $0.shake(at: now) } }

  /// Holds it at an angle, clockwise in degrees.
  func hold(at angle: Double) { move { $0.hold(at: angle, now: now) } }

  /// Holds it as a real accelerometer is held.
  func feel(_ reading: Acceleration) {
    move { $0.feel(reading, at: now) }
    if let orientation = pose.advance(to: now) { report(orientation) }
  }

  /// Stands it on the edge that somebody else's judge has found; ours is not asked.
  func stand(_ edge: PanelEdge) {
    move { $0.turn(until: edge, at: now) }
    isLed = true
    let named = name(of: DeviceOrientation(edgeUp: edge))
    guard compositor.scene.device.felt != named else { return }
    withoutFollowing { compositor.handle(.device(.turned(named))) }
  }

  private func move(_ body: (inout DevicePose) -> Void) {
    isLed = false
    body(&pose)
    watch()
    onChange?()
  }
}

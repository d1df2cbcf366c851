// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Formats
import HeadlessCompositor
import Orientation
import Recording
import Sensing
import Sensors
import Text

/// The driver of the drawn device: readings to the judge, judged orientations to the arbiter.
final class DeviceDriver {
  private(set) var pose: DevicePose
  /// Called when the device must be redrawn, or the judge's gate has changed.
  var onChange: (() -> Void)?
  private let compositor: HeadlessCompositor
  private let loop: EventLoop
  private var tick: Token?
  /// Whether device events leave the drawn device as it is.
  ///
  /// True while the events come from the driver itself or from the inspector.
  private var isReporting = false
  /// Whether the device follows an external orientation, so that its own judge is ignored.
  private var isLed = false

  init(_ compositor: HeadlessCompositor, _ pose: DevicePose, on loop: EventLoop) {
    self.compositor = compositor
    self.pose = pose
    self.loop = loop
  }

  private var now: Instant { loop.now }

  /// Reads the simulated sensor periodically, and passes the judge's orientations to the
  /// compositor, until the device and the judge are at rest.
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
    // The scene may already have this orientation because of the scenario that is played.
    guard !isLed, compositor.scene.device.felt != named else { return }
    withoutFollowing { compositor.handle(.device(.turned(named))) }
  }

  private func name(of orientation: DeviceOrientation) -> DeviceOrientation {
    compositor.turnsOutputs ? orientation : orientation.named(on: compositor.scene.device.panel)
  }

  /// Returns the edge that is up in a device orientation; nil for a flat or unknown one.
  func edge(of orientation: DeviceOrientation) -> PanelEdge? {
    PanelEdge.allCases.first { name(of: DeviceOrientation(edgeUp: $0)) == orientation }
  }

  /// Runs a closure; device events in the meantime do not move the drawn device.
  func withoutFollowing(_ body: () -> Void) {
    let before = isReporting
    isReporting = true
    body()
    isReporting = before
  }

  /// Moves the drawn device to an orientation that was set from outside, and ignores its own judge
  /// until it is moved otherwise; does nothing within `withoutFollowing`.
  func follow(_ orientation: DeviceOrientation) {
    guard !isReporting else { return }
    isLed = true
    if let edge = edge(of: orientation) {
      pose.turn(until: edge, at: now)
    } else {
      pose.lay(flat: orientation.isFlat, at: now)
    }
    watch()
    onChange?()
  }

  func turn(_ quarters: Int) { move { $0.turn(quarters: quarters, at: now) } }

  func lay(flat: Bool) { move { $0.lay(flat: flat, at: now) } }

  func shake() { move { $0.shake(at: now) } }

  func hold(at angle: Double) { move { $0.hold(at: angle, now: now) } }

  func feel(_ reading: Acceleration) {
    move { $0.feel(reading, at: now) }
    if let orientation = pose.advance(to: now) { report(orientation) }
  }

  /// Turns the drawn device until the edge that an external judge reported is up, and passes the
  /// orientation to the compositor at once; ignores the device's own judge until the next move.
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

/// A real sensor or a replayed trace, which moves the drawn device.
final class TabletSensor {
  private enum Feed {
    case replay(ReplaySchedule)
    case source(any OrientationSource)
  }

  private let device: DeviceDriver
  private let loop: EventLoop
  private var feed: Feed

  /// Creates a sensor from `replay:FILE` or a source such as `auto`; throws if the file cannot be
  /// replayed or the source is unknown.
  init(_ word: String, _ device: DeviceDriver, on loop: EventLoop) throws {
    self.device = device
    self.loop = loop
    if word.hasPrefix(Self.replay) {
      let trace = try AccelerometerTrace.load(path: String(word.dropFirst(Self.replay.count)))
      guard let schedule = ReplaySchedule(samples: trace.samples, start: loop.now) else {
        throw TabletFailure("\(word) cannot be laid out on the clock")
      }
      feed = .replay(schedule)
    } else if let choice = SourceChoice(word) {
      feed = .source(choice.makeSource())
    } else {
      throw TabletFailure(
        "--sensor '\(word)' is none of \(SourceChoice.valid.joined(separator: ", ")), replay:FILE")
    }
  }

  static let replay = "replay:"

  func start() {
    switch feed {
    case .replay: step()
    case .source(let source):
      source.start(in: SensorHost(loop: loop) { [weak self] in self?.handle($0) })
      source.claim()
    }
  }

  func stop() { if case .source(let source) = feed { source.stop() } }

  private func step() {
    guard case .replay(var schedule) = feed else { return }
    while let reading = schedule.takeDue(at: loop.now) { device.feel(reading.acceleration) }
    feed = .replay(schedule)
    guard let next = schedule.nextInstant else { return }
    loop.schedule(at: next) { [weak self] in self?.step() }
  }

  private func handle(_ event: SensorEvent) {
    switch event {
    case .reading(let reading, _): device.feel(reading)
    case .edgeUp(let edge): device.stand(edge)
    case .available(let words), .note(let words): StandardOutput.line("sensor: \(words.line)")
    case .problem(let words): StandardOutput.line("sensor: \(words.line)")
    case .lost(let reason): StandardOutput.line("sensor lost: \(reason.line)")
    default: break
    }
  }
}

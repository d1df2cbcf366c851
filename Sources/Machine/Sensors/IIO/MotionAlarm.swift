// SPDX-License-Identifier: Apache-2.0
import CLinux
import EventLoop
import Formats
import Glibc
import Orientation

/// The motion events of a device (IIO events), which report movement without polling.
///
/// They need write access to the device's event attributes and read access to its node. Tested only
/// with a simulated kernel, never on hardware.
final class MotionAlarm {
  /// The event types that mean movement, the most specific first: activity relative to rest, the
  /// rate of change, then magnitudes and thresholds, which accelerometer drivers apply to the
  /// change.
  private static let kinds = ["mag_adaptive", "roc", "mag_referenced", "mag", "thresh"]

  private let onMotion: () -> Void
  /// The attributes that this object enabled and must disable at the end.
  private var switchedOn: [String] = []
  private let kind: String
  private var node: DeviceNode?

  /// Enables the events; `nil` if the device has none, all are enabled already, or enabling them or
  /// opening the node fails.
  init?(
    _ device: Accelerometer, in tree: DeviceTree, on loop: EventLoop,
    onMotion: @escaping () -> Void
  ) {
    self.onMotion = onMotion
    let directory = "\(device.directory)/events"
    let names = DirectoryListing.names(in: directory)
    guard let kind = Self.kinds.first(where: { !Self.switches($0, in: names).isEmpty }) else {
      return nil
    }
    self.kind = kind
    guard let node = Self.node(of: tree.path("/dev/\(device.name)")) else { return nil }
    self.node = node
    for name in Self.switches(kind, in: names) {
      let file = "\(directory)/\(name)"
      // An event that another program has enabled is not changed or disabled later.
      if DeviceTree.text(of: file) == "1" { continue }
      guard DeviceTree.write("1", to: file) == 0 else { continue }
      switchedOn.append(file)
    }
    do throws(SystemError) {
      try node.whenReadable(on: loop) { [weak self] in self?.read() }
    } catch {
      return nil
    }
    if switchedOn.isEmpty { return nil }
  }

  deinit {
    node = nil
    for file in switchedOn { _ = DeviceTree.write("0", to: file) }
  }

  /// Whether events can still arrive; false after the event node has gone.
  var isConnected: Bool { node != nil }

  var words: String { "the device itself reports motion (\(kind) events)" }

  /// Returns the enabling attributes of one event type, such as `in_accel_x_roc_either_en`.
  private static func switches(_ kind: String, in names: [String]) -> [String] {
    names.filter { name in
      name.hasPrefix("in_accel_")
        && ["rising", "either"].contains { name.hasSuffix("_\(kind)_\($0)_en") }
    }
  }

  /// Returns the descriptor that delivers the events of a device's node; `nil` on failure.
  private static func node(of path: String) -> DeviceNode? {
    guard let device = try? DeviceNode(path) else { return nil }
    var events: Int32 = -1
    guard unsafe ioctl(device.descriptor, swivel_iio_get_event_descriptor(), &events) >= 0,
      events >= 0
    else {
      return nil
    }
    _ = fcntl(events, F_SETFL, O_NONBLOCK)
    _ = fcntl(events, F_SETFD, FD_CLOEXEC)
    return DeviceNode(descriptor: events)
  }

  private func read() {
    // The kind of event does not matter, since the next reading shows the movement.
    switch node?.read(atMost: 16 * 64) {
    case .bytes: break
    case .nothing: return
    case .gone, nil: node = nil
    }
    onMotion()
  }
}

/// A measure of the reliability of a device's motion alarm.
///
/// Thresholds and their meaning differ between drivers. So the device is polled as usual until an
/// alarm has come with a movement, and again after a movement without an alarm.
struct MotionInterruptReliability {
  /// The time within which an alarm and a movement, or two movements, belong together.
  private static let together = Duration.seconds(1)
  /// Alarms closer together than this count as one.
  private static let apart = Duration.milliseconds(100)
  /// The number of alarms since the last movement after which the alarm is no longer used.
  private static let maximumFalseTriggers = 20

  private(set) var areReliable = false
  private var lastAlarm: Instant?
  private var lastMovement: Instant?
  private var falseTriggers = 0

  var isLost: Bool { falseTriggers >= Self.maximumFalseTriggers }

  /// Records whether a reading shows movement, and whether an alarm announced that movement.
  mutating func note(isMoving: Bool, at instant: Instant) {
    guard isMoving else { return }
    // A continuing movement raises only one alarm, at its beginning.
    if !Self.isRecent(lastMovement, at: instant) {
      areReliable = Self.isRecent(lastAlarm, at: instant)
    }
    lastMovement = instant
    falseTriggers = 0
  }

  /// Records an alarm; returns whether the sensor should be polled at once.
  mutating func noteAlarm(at instant: Instant) -> Bool {
    let isNew = lastAlarm.map {
      let since = instant - $0
      return since < .zero || since >= Self.apart
    }
    lastAlarm = instant
    // An alarm may also come shortly after the reading that showed the movement.
    if Self.isRecent(lastMovement, at: instant) { areReliable = true }
    guard isNew ?? true else { return false }
    falseTriggers += 1
    return true
  }

  private static func isRecent(_ earlier: Instant?, at instant: Instant) -> Bool {
    guard let earlier else { return false }
    let since = instant - earlier
    return since >= .zero && since < together
  }
}

// SPDX-License-Identifier: Apache-2.0
import CLinux
import EventLoop
import Formats
import Glibc
import Orientation

/// A device's own notice that it is moved: the kernel's IIO events.
///
/// Needs write access to the device's event attributes and read access to its node. Has run against
/// a stand-in for the kernel only, never on hardware.
final class MotionAlarm {
  /// Kinds of events that mean movement, the plainest first: activity measured from rest, the rate
  /// of change, then magnitudes and thresholds, which drivers of accelerometers apply to the change.
  private static let kinds = ["mag_adaptive", "roc", "mag_referenced", "mag", "thresh"]

  private let loop: EventLoop
  private let onMotion: () -> Void
  /// What was switched on, and has to be switched off again.
  private var switchedOn: [String] = []
  private let kind: String
  private var descriptor: Int32 = -1
  private var token: Token?

  /// Switches the events on; nil if the device has none, or we may not.
  init?(
    _ device: Accelerometer, in tree: DeviceTree, on loop: EventLoop,
    onMotion: @escaping () -> Void
  ) {
    self.loop = loop
    self.onMotion = onMotion
    let directory = "\(device.directory)/events"
    let names = DirectoryListing.names(in: directory)
    guard let kind = Self.kinds.first(where: { !Self.switches($0, in: names).isEmpty }) else {
      return nil
    }
    self.kind = kind
    guard let descriptor = Self.descriptor(of: tree.path("/dev/\(device.name)")) else { return nil }
    self.descriptor = descriptor
    for name in Self.switches(kind, in: names) {
      let file = "\(directory)/\(name)"
      // What somebody else has switched on stays on.
      if DeviceTree.text(of: file) == "1" { continue }
      guard DeviceTree.write("1", to: file) == 0 else { continue }
      switchedOn.append(file)
    }
    do throws(SystemError) {
      token = try loop.add(descriptor, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      return nil
    }
    if switchedOn.isEmpty { return nil }
  }

  deinit {
    if let token { loop.remove(token) }
    if descriptor >= 0 { close(descriptor) }
    for file in switchedOn { _ = DeviceTree.write("0", to: file) }
  }

  var words: String { "the device itself tells when it is moved (\(kind) events)" }

  /// The switches of one kind of event, such as `in_accel_x_roc_either_en`.
  private static func switches(_ kind: String, in names: [String]) -> [String] {
    names.filter { name in
      name.hasPrefix("in_accel_")
        && ["rising", "either"].contains { name.hasSuffix("_\(kind)_\($0)_en") }
    }
  }

  /// The descriptor that events come from; the node itself is not needed any longer.
  private static func descriptor(of node: String) -> Int32? {
    let device = unsafe Glibc.open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard device >= 0 else { return nil }
    defer { close(device) }
    var events: Int32 = -1
    guard unsafe ioctl(device, swivel_iio_get_event_descriptor(), &events) >= 0, events >= 0 else {
      return nil
    }
    _ = fcntl(events, F_SETFL, O_NONBLOCK)
    _ = fcntl(events, F_SETFD, FD_CLOEXEC)
    return events
  }

  private func read() {
    // Which of the events it was does not matter: the reading that follows tells.
    var chunk = [UInt8](repeating: 0, count: 16 * 64)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    if count > 0 { return onMotion() }
    if let token { loop.remove(token) }
    token = nil
    onMotion()
  }
}

/// Whether a device that is to tell when it is moved really does.
///
/// Thresholds and their meaning differ from driver to driver, so the device has to show it: until an
/// alarm has come with a movement it is polled as any other, and again after a movement without one.
struct MotionInterruptReliability {
  /// How far an alarm and the reading that shows the movement may be apart.
  private static let together = Duration.seconds(1)
  /// Alarms closer together than this are one.
  private static let apart = Duration.milliseconds(100)
  /// The number of alarms without a movement after which the alarms do not stand for movements.
  private static let maximumFalseTriggers = 20

  /// Whether polling may be left to the alarm.
  private(set) var areReliable = false
  private var lastAlarm: Instant?
  private var lastMovement: Instant?
  private var falseTriggers = 0

  /// Whether so many alarms came without a movement that they only cost power.
  var isLost: Bool { falseTriggers >= Self.maximumFalseTriggers }

  /// Takes a reading into account: whether it shows a movement that the device had told.
  mutating func note(isMoving: Bool, at instant: Instant) {
    guard isMoving else { return }
    // A movement that goes on is told once, at its beginning.
    if !Self.isRecent(lastMovement, at: instant) {
      areReliable = Self.isRecent(lastAlarm, at: instant)
    }
    lastMovement = instant
    falseTriggers = 0
  }

  /// Takes an alarm into account; whether it is a reason to look at once.
  mutating func noteAlarm(at instant: Instant) -> Bool {
    let isNew = lastAlarm.map {
      let since = instant - $0
      return since < .zero || since >= Self.apart
    }
    lastAlarm = instant
    // An alarm a moment after the reading that showed the movement has been true as well.
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

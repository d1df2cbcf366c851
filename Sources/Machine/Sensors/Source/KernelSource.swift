// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Sensing
public import Text

/// A device of the kernel that a source reads.
public protocol KernelDevice {
  /// The name of the device, for messages.
  var label: String { get }
  /// Messages about faults in the device's attributes.
  var warnings: [Message] { get }
}

/// A source that reads a device of the kernel; while claimed, it searches again for a missing one.
public class KernelSource<Device: KernelDevice>: OrientationSource {
  private static var searchAfter: Duration { .seconds(2) }

  /// The name of the source in `--sensor` and `sensor:`.
  public let name: String
  /// The counts of readings, reported and left out.
  public internal(set) final var counts = ReadingCounts()
  /// The device that was found; `nil` while there is none.
  public private(set) final var device: Device?

  final let tree: DeviceTree
  /// The path of the device to read; `nil` leaves the choice to `search`.
  final let path: String?
  final let placement: SensorPlacement
  private(set) final var host: SensorHost?
  private(set) final var isWanted = false
  final let problems = OnceReporter()
  private final var timer: Registration?

  init(_ name: String, in tree: DeviceTree, path: String?, placement: SensorPlacement) {
    (self.name, self.tree, self.path, self.placement) = (name, tree, path, placement)
  }

  /// Searches for the device, and starts reading it if the source is claimed.
  ///
  /// Implementations call `use` with a device that they find, or `missing` with the reason.
  func search() {}

  func close() {}

  /// Begins to look for the sensor.
  public final func start(in host: SensorHost) {
    self.host = host
    searchSoon(after: .zero)
  }

  /// Stops the source.
  public final func stop() {
    close()
    timer = nil
    host = nil
  }

  /// Starts reading.
  public final func claim() {
    guard !isWanted else { return }
    isWanted = true
    searchSoon(after: .zero)
  }

  /// Stops reading and closes the device, so that it can be suspended.
  public final func release() {
    guard isWanted else { return }
    isWanted = false
    close()
    // Without a device the timer stays, since it starts the next search for one.
    if device != nil { timer = nil }
  }

  /// Records the device and reports its warnings and doubts; if no device was recorded before, reports
  /// the device as available, with the description `words`.
  final func use(_ found: Device, _ words: String, doubts: [Message] = []) {
    let isNew = device == nil
    device = found
    problems.resolve("device")
    for warning in found.warnings + doubts {
      problems.report(
        warning.english, .problem(SensorPhrase.about(found.label, warning)), to: host)
    }
    if isNew { host?.report(.available("\(name): \(words)")) }
  }

  /// Closes the device, reports why there is none, and searches again later if the source is
  /// claimed.
  final func missing(_ reason: Message) {
    close()
    device = nil
    problems.reportChange("device", .lost(reason), to: host)
    if isWanted { searchSoon(after: Self.searchAfter) }
  }

  private final func searchSoon(after delay: Duration) {
    schedule(after: delay) { [weak self] in self?.search() }
  }

  final func schedule(after delay: Duration, _ action: @escaping () -> Void) {
    timer = host?.loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      action()
    }
  }

  final func countGood() {
    counts.countGood()
    problems.resolve("reading")
  }

  /// Reports that readings are left out, once until the next good one.
  final func reportFault(_ words: Message) {
    guard let device else { return }
    problems.report("reading", .problem(SensorPhrase.leftOut(device.label, words)), to: host)
  }
}

/// A descriptor of the kernel's that is read without blocking and closed at the end.
final class DeviceNode {
  enum Input {
    case bytes(ArraySlice<UInt8>)
    case nothing
    /// Reading failed, mostly because the device was removed.
    case gone
  }

  let descriptor: Int32
  private var registration: Registration?

  init(descriptor: Int32) { self.descriptor = descriptor }

  convenience init(_ path: String) throws(SystemError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(call: path, code: errno) }
    self.init(descriptor: descriptor)
  }

  deinit {
    registration = nil
    close(descriptor)
  }

  func whenReadable(on loop: EventLoop, _ onInput: @escaping () -> Void) throws(SystemError) {
    registration = Registration(
      try loop.add(descriptor, for: .readable) { _ in onInput() }, on: loop)
  }

  func read(atMost size: Int) -> Input {
    var chunk = [UInt8](repeating: 0, count: size)
    let count = unsafe Glibc.read(descriptor, &chunk, size)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return .nothing }
    return count > 0 ? .bytes(chunk[..<count]) : .gone
  }

  /// Returns whether a path leads to this node, not to that of a new device or to none.
  func isAt(_ path: String) -> Bool {
    var (ours, there) = (stat(), stat())
    return unsafe fstat(descriptor, &ours) == 0 && stat(path, &there) == 0
      && ours.st_dev == there.st_dev && ours.st_ino == there.st_ino
  }
}

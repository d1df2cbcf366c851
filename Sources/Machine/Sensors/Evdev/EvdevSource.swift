// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
import Orientation
public import Sensing
import Text

/// An accelerometer of the input subsystem, read from its event node.
///
/// Such devices send hundreds of events per second, so the node never wakes the loop: it is read at
/// the intervals of `IIOSource`. If the kernel's buffer overflows in between, the axes' state is
/// requested from the kernel.
public final class EvdevSource: OrientationSource {
  /// Returns the state of an axis of an open event node; `nil` if unknown.
  typealias AxisReader = (_ descriptor: Int32, _ axis: Int) -> AxisState?

  /// The time until the next search for a missing device.
  private static let searchAfter = Duration.seconds(2)
  /// The maximum number of reads at once; together they empty the kernel's buffer.
  private static let maximumReads = 64

  /// The name of the source in `--sensor` and `sensor:`.
  public let name = "evdev"
  /// The counts of readings, reported and left out.
  public private(set) var counts = ReadingCounts()

  private let tree: DeviceTree
  private let path: String?
  private let placement: SensorPlacement
  private let readAxis: AxisReader
  private var host: SensorHost?
  private var device: InputAccelerometer?
  private var descriptor: Int32 = -1
  private var stream = AxisStream()
  /// The size of a device unit in m/s² along each axis; `nil` if the kernel does not know the
  /// resolution.
  private var scale: SIMD3<Double>?
  private var pace = PollPace()
  private var timer: Registration?
  private var isWanted = false
  private let problems = OnceReporter()

  /// Creates a source for the screen's accelerometer of a tree, or for the one of an event node.
  public convenience init(
    tree: DeviceTree = DeviceTree(), path: String? = nil,
    placement: SensorPlacement = SensorPlacement()
  ) {
    self.init(tree: tree, path: path, placement: placement) { AxisState($0, $1) }
  }

  /// Creates a source with another function that requests an axis from the kernel.
  init(
    tree: DeviceTree, path: String? = nil, placement: SensorPlacement = SensorPlacement(),
    readAxis: @escaping AxisReader
  ) {
    self.tree = tree
    self.path = path
    self.placement = placement
    self.readAxis = readAxis
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    schedule(after: .zero) { $0.search() }
  }

  /// Stops the source.
  public func stop() {
    close()
    timer = nil
    host = nil
  }

  /// Starts reading; without a device, searches until there is one.
  public func claim() {
    guard !isWanted else { return }
    isWanted = true
    schedule(after: .zero) { $0.search() }
  }

  /// Stops reading and closes the node, so that the device can be suspended.
  public func release() {
    isWanted = false
    close()
    // Without a device the timer stays, since it starts the next search for one.
    if device != nil { timer = nil }
  }

  private func search() {
    guard let host else { return }
    guard let best = InputAccelerometer.best(in: tree, only: path, placement: placement) else {
      return missing(
        path.map { "\($0) is no accelerometer of the input subsystem" }
          ?? "no accelerometer of the screen in \(tree.path("/sys/class/input"))")
    }
    if isWanted, let failure = open(best) { return missing(failure) }
    problems.resolve("device")
    let isNew = device == nil
    device = best
    let doubts = isWanted && scale == nil ? ["it has no resolution: only the direction counts"] : []
    for warning in best.warnings + doubts {
      problems.report(warning, .problem("\(best.label): \(warning)"), to: host)
    }
    if isNew {
      let matrix = best.matrixOrigin.map { ", turned by \($0)" } ?? ""
      host.report(.available("evdev: \(best.label) (\(best.node))\(matrix)"))
    }
    if isWanted && self.host != nil { poll() }
  }

  private func missing(_ reason: String) {
    close()
    device = nil
    problems.reportChange("device", .lost(UntrustedText(reason)), to: host)
    if isWanted { schedule(after: Self.searchAfter) { $0.search() } }
  }

  private func open(_ device: InputAccelerometer) -> String? {
    close()
    descriptor = unsafe Glibc.open(device.node, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return errno == EACCES
        ? "\(device.label) (\(device.node)) may not be read: a udev rule with "
          + "ENV{ID_INPUT_ACCELEROMETER}==\"1\", TAG+=\"uaccess\" allows it, and so does the group "
          + "input"
        : unsafe "\(device.label) (\(device.node)): \(String(cString: strerror(errno)))"
    }
    stream = AxisStream()
    let resolutions = readAxes().map(\.resolution)
    scale =
      resolutions.count == 3 && resolutions.allSatisfy { $0 > 0 }
      ? 9.80665
        / SIMD3(Double(resolutions[0]), Double(resolutions[1]), Double(resolutions[2])) : nil
    return nil
  }

  /// Requests the axes' values from the kernel, and returns the states of those that it reports.
  private func readAxes() -> [AxisState] {
    (0..<3).compactMap { axis in
      let state = readAxis(descriptor, axis)
      if let state { stream.set(axis, to: state.value) }
      return state
    }
  }

  private func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func poll() {
    guard isWanted, let host, let device else { return }
    guard drain() else {
      if stream.waiting > 0 { counts.count(.truncated) }
      return missing("\(device.label) (\(device.node)) is gone")
    }
    guard let vector = stream.vector else {
      return schedule(after: PollPace.attentive) { $0.poll() }
    }
    switch AccelerometerReader.reading(vector, scale: scale, matrix: device.matrix) {
    case .value(let acceleration):
      let now = host.now()
      counts.countGood()
      problems.resolve("reading")
      schedule(after: pace.interval(after: acceleration, at: now)) { $0.poll() }
      host.report(.reading(acceleration, now))
    case .fault(let fault):
      counts.count(fault)
      schedule(after: PollPace.slow) { $0.poll() }
      let words = "\(device.label): \(fault.words); the last orientation stays"
      problems.report("reading", .problem(UntrustedText(words)), to: host)
    case .gone: break
    }
  }

  /// Reads all pending events; returns false if the device was removed.
  private func drain() -> Bool {
    var chunk = [UInt8](repeating: 0, count: InputRecords.size * 64)
    for _ in 0..<Self.maximumReads {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return true }
      guard count > 0 else { return false }
      if stream.receive(chunk[..<count]) { _ = readAxes() }
    }
    return true
  }

  private func schedule(after delay: Duration, _ action: @escaping (EvdevSource) -> Void) {
    timer = host?.loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      action(self)
    }
  }
}

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
/// the intervals of `PollPace`. If the kernel's buffer overflows in between, the axes' state is
/// requested from the kernel.
public final class EvdevSource: KernelSource<InputAccelerometer> {
  typealias AxisReader = (_ descriptor: Int32, _ axis: Int) -> AxisState?

  /// The maximum number of reads at once; together they empty the kernel's buffer.
  private static let maximumReads = 64

  private let readAxis: AxisReader
  private var node: DeviceNode?
  private var stream = AxisStream()
  /// The size of a device unit in m/s² along each axis; `nil` if the kernel lacks the resolution of
  /// at least one axis.
  private var scale: SIMD3<Double>?
  private var pace = PollPace()

  /// Creates a source for the screen's accelerometer of a tree, or for the one of an event node.
  public convenience init(
    tree: DeviceTree = DeviceTree(), path: String? = nil,
    placement: SensorPlacement = SensorPlacement()
  ) {
    self.init(tree: tree, path: path, placement: placement) { AxisState($0, $1) }
  }

  init(
    tree: DeviceTree, path: String? = nil, placement: SensorPlacement = SensorPlacement(),
    readAxis: @escaping AxisReader
  ) {
    self.readAxis = readAxis
    super.init("evdev", in: tree, path: path, placement: placement)
  }

  deinit { stop() }

  override func search() {
    guard let best = InputAccelerometer.best(in: tree, only: path, placement: placement) else {
      return missing(
        path.map { SensorPhrase.otherInput($0) }
          ?? SensorPhrase.noInput(tree.path("/sys/class/input")))
    }
    if isWanted, let failure = open(best) { return missing(failure) }
    let name = "\(best.label) (\(best.node))"
    use(
      best, best.matrixOrigin.map { "\(name), turned by \($0)" } ?? name,
      doubts: isWanted && scale == nil ? [SensorPhrase.noResolution()] : [])
    poll()
  }

  private func open(_ device: InputAccelerometer) -> Message? {
    do throws(SystemError) {
      node = try DeviceNode(device.node)
    } catch {
      let name = "\(device.label) (\(device.node))"
      return error.code == EACCES
        ? SensorPhrase.inputDenied(
          name, "ENV{ID_INPUT_ACCELEROMETER}==\"1\", TAG+=\"uaccess\"")
        : unsafe SensorPhrase.error(name, String(cString: strerror(error.code)))
    }
    stream = AxisStream()
    let resolutions = readAxes().map(\.resolution)
    scale =
      resolutions.count == 3 && resolutions.allSatisfy { $0 > 0 }
      ? 9.80665
        / SIMD3(Double(resolutions[0]), Double(resolutions[1]), Double(resolutions[2])) : nil
    return nil
  }

  private func readAxes() -> [AxisState] {
    (0..<3).compactMap { axis in
      let state = node.flatMap { readAxis($0.descriptor, axis) }
      if let state { stream.set(axis, to: state.value) }
      return state
    }
  }

  override func close() { node = nil }

  private func poll() {
    guard isWanted, let host, let device, let node else { return }
    guard drain(node) else {
      if stream.waiting > 0 { counts.count(.truncated) }
      return missing(SensorPhrase.gone("\(device.label) (\(device.node))"))
    }
    guard let vector = stream.vector else { return pollSoon(after: PollPace.attentive) }
    switch AccelerometerReader.reading(vector, scale: scale, matrix: device.matrix) {
    case .value(let acceleration):
      let now = host.now()
      countGood()
      pollSoon(after: pace.interval(after: acceleration, at: now))
      host.report(.reading(acceleration, now))
    case .fault(let fault):
      counts.count(fault)
      pollSoon(after: PollPace.slow)
      reportFault(fault.words)
    case .gone: break
    }
  }

  private func drain(_ node: DeviceNode) -> Bool {
    for _ in 0..<Self.maximumReads {
      switch node.read(atMost: InputRecords.size * 64) {
      case .bytes(let bytes): if stream.receive(bytes) { _ = readAxes() }
      case .nothing: return true
      case .gone: return false
      }
    }
    return true
  }

  private func pollSoon(after delay: Duration) {
    schedule(after: delay) { [weak self] in self?.poll() }
  }
}

// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
import Orientation
public import Sensing
package import Text

/// A source that chooses among the present sensors, and reports the choice with its reason.
///
/// The kernel's accelerometer is used if the configuration names one, or if a hinge's angle can be
/// measured with it and no switch reports tablet mode. Otherwise the order is: iio-sensor-proxy if
/// it has an accelerometer, since the session may have no access to others; the kernel's
/// accelerometer; an accelerometer of the input subsystem that this process may read. Without any,
/// the source waits for iio-sensor-proxy to appear. If a claimed iio-sensor-proxy hangs, the
/// kernel's accelerometer replaces it.
public final class AutomaticSource: OrientationSource {
  private static let probeTimeout = Duration.seconds(2)

  /// The name of the source in `--sensor` and `sensor:`.
  public let name = "auto"
  /// The chosen source; `nil` while none is chosen.
  public private(set) var chosen: (any OrientationSource)?
  /// The counts of the chosen source.
  public var counts: ReadingCounts { chosen?.counts ?? ReadingCounts() }
  private let tree: DeviceTree
  private let placement: SensorPlacement
  private let proxy: ProxySource
  private var host: SensorHost?
  private var isWanted = false
  private var deadline: Registration?
  private let comparisonPace: ProxyComparison.Pace
  private var comparison: ProxyComparison?

  /// Creates a source that searches a bus for iio-sensor-proxy and a tree for accelerometers.
  public convenience init(
    tree: DeviceTree = DeviceTree(), bus address: BusAddress = .system,
    placement: SensorPlacement = SensorPlacement()
  ) {
    self.init(tree: tree, bus: address, placement: placement, pace: ProxyComparison.Pace())
  }

  init(
    tree: DeviceTree, bus address: BusAddress, placement: SensorPlacement = SensorPlacement(),
    pace: ProxyComparison.Pace
  ) {
    comparisonPace = pace
    self.tree = tree
    self.placement = placement
    proxy = ProxySource(bus: address, correction: placement.display.correction)
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    if let reason = Self.reasonForKernel(in: tree, placement: placement) {
      host.loop.schedule(after: .zero) { [weak self] in self?.useKernel(because: reason) }
      return
    }
    deadline = host.loop.timer(after: Self.probeTimeout) { [weak self] in
      guard let self, chosen == nil else { return }
      useKernel(because: SensorPhrase.noAnswer("\(proxy.address)"))
    }
    proxy.start(in: host.reporting { [weak self] in self?.receive($0) })
  }

  /// Stops the source.
  public func stop() {
    deadline = nil
    comparison = nil
    proxy.stop()
    chosen?.stop()
    chosen = nil
    host = nil
  }

  /// Claims the chosen source, now or as soon as one is chosen.
  public func claim() {
    isWanted = true
    chosen?.claim()
    compare()
  }

  /// Releases the chosen source.
  public func release() {
    isWanted = false
    comparison = nil
    chosen?.release()
  }

  /// Returns the reason why the kernel's accelerometer is preferred to iio-sensor-proxy; `nil` if
  /// the proxy is preferred.
  package static func reasonForKernel(
    in tree: DeviceTree, placement: SensorPlacement
  ) -> Message? {
    if placement.display.path != nil { return SensorPhrase.configured() }
    guard !InputDevice.reportsTabletMode(in: tree),
      let display = AccelerometerSearch(in: tree, placement: placement).best,
      HingeDevice(in: tree, placement: placement, display: display) != nil
    else { return nil }
    return SensorPhrase.forHinge()
  }

  private func receive(_ event: SensorEvent) {
    guard let host, chosen == nil || chosen === proxy else { return }
    if chosen == nil {
      switch event {
      case .available:
        host.report(.note("auto: iio-sensor-proxy has an accelerometer, so it is used"))
        choose(proxy)
      case .lost(let reason): return useKernel(because: reason)
      default: break
      }
    }
    if case .edgeUp(let edge) = event { comparison?.report(edge) }
    host.report(event)
  }

  private func compare() {
    guard let host, isWanted, chosen === proxy, comparison == nil,
      let device = AccelerometerSearch(in: tree, placement: placement).best
    else { return }
    comparison = ProxyComparison(device, on: host.loop, pace: comparisonPace) {
      [weak self] reported, edge in
      guard let self else { return }
      comparison = nil
      chosen?.release()
      useKernel(
        because: reported.map { SensorPhrase.proxyStuck("\($0)", "\(edge)") }
          ?? SensorPhrase.proxyMute("\(edge)"))
    }
  }

  private func useKernel(because reason: Message) {
    guard let host else { return }
    deadline = nil
    let search = AccelerometerSearch(in: tree, placement: placement)
    // If the configuration names an accelerometer, `IIOSource` itself waits for it to appear.
    guard let best = search.best else {
      if let path = placement.display.path {
        let isEvent = InputAccelerometer.eventName(path) != nil
        return read(isEvent ? EvdevSource(tree: tree, path: path, placement: placement) : kernel)
      }
      let input = InputAccelerometer.best(in: tree, only: nil, placement: placement)
      if let input, input.isReadable {
        host.report(
          .note("auto: \(input.label) is read from \(input.node), since \(reason.line)"))
        return read(EvdevSource(tree: tree, placement: placement))
      }
      let denied = input.map { SensorPhrase.mayNotBeRead("\($0.label) (\($0.node))") }
      let reasons = Message.list([search.failure, denied, reason].compactMap(\.self))
      return host.report(.lost(SensorPhrase.waits(reasons)))
    }
    host.report(.note("auto: \(best.label) is read from sysfs, since \(reason.line)"))
    read(kernel)
  }

  private var kernel: IIOSource { IIOSource(tree: tree, placement: placement) }

  private func read(_ source: any OrientationSource) {
    guard let host else { return }
    choose(source)
    source.start(in: host)
    // The proxy is not needed any more; it is stopped later, since this may be one of its reports.
    host.loop.schedule(after: .zero) { [weak self] in self?.proxy.stop() }
  }

  private func choose(_ source: any OrientationSource) {
    deadline = nil
    chosen = source
    if isWanted { source.claim() }
    compare()
  }
}

/// A comparison of iio-sensor-proxy's orientation with the accelerometer, at increasing intervals.
///
/// On some machines the service reports one orientation for ever after a resume, while the sensor
/// works (linux-surface#1681). Both use the same mount matrix.
final class ProxyComparison {
  /// The intervals between comparisons: the first, the longest, and that after a contradiction.
  struct Pace {
    var first = Duration.seconds(5)
    var last = Duration.seconds(300)
    var doubtful = Duration.seconds(2)
  }

  /// The number of consecutive contradictions with one edge that prove that the service hangs.
  private static let contradictions = 3
  /// The acceleration in the panel's plane, in thousandths of g, from which the edge is certain.
  private static let upright: Int32 = 850

  private let loop: EventLoop
  private let pace: Pace
  private var interval: Duration
  private var reader: ReadingThread?
  private var timer: Registration?
  private var reported: PanelEdge?
  /// The edge by the sensor in the last contradiction, and the number of consecutive contradictions
  /// with this edge.
  private var doubt: (edge: PanelEdge, count: Int)?
  private let onHang: (_ reported: PanelEdge?, _ edge: PanelEdge) -> Void

  init?(
    _ device: Accelerometer, on loop: EventLoop, pace: Pace,
    onHang: @escaping (PanelEdge?, PanelEdge) -> Void
  ) {
    self.loop = loop
    self.pace = pace
    self.onHang = onHang
    interval = pace.first
    reader = ReadingThread(device, on: loop) { [weak self] in self?.receive($0) }
    guard reader != nil else { return nil }
    arm(interval)
  }

  /// Called with each orientation that the service reports.
  func report(_ edge: PanelEdge) {
    reported = edge
    doubt = nil
  }

  private func arm(_ delay: Duration) {
    timer = loop.timer(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      if let readings = reader?.request() { receive(readings) }
    }
  }

  private func receive(_ readings: ReadingThread.Readings) {
    // Many drivers refuse single readings while the service uses their buffer; such a failure shows
    // nothing.
    guard case .value(let reading) = readings.display,
      let edge = AccelerometerProbe.edge(of: reading),
      max(abs(reading.x), abs(reading.y)) >= Self.upright, edge != reported
    else {
      doubt = nil
      interval = min(interval * 2, pace.last)
      return arm(interval)
    }
    let count = doubt.map { $0.edge == edge ? $0.count + 1 : 1 } ?? 1
    guard count < Self.contradictions else { return onHang(reported, edge) }
    doubt = (edge, count)
    arm(pace.doubtful)
  }
}

/// The requested sensor, as named on the command line.
public enum SourceChoice: Hashable, Sendable, CustomStringConvertible {
  /// The best source that is present.
  case auto
  /// The orientations of the service iio-sensor-proxy.
  case proxy
  /// The kernel's accelerometer, polled; with a path, the one in that sysfs directory.
  case iio(path: String?)
  /// The kernel's accelerometer, read through its buffer; with a path, the one in that directory.
  case buffer(path: String?)
  /// An accelerometer of the input subsystem; with a path, the one of that event node.
  case evdev(path: String?)

  /// The accepted values, for messages.
  public static let valid = [
    "auto", "proxy", "iio", "iio:PATH", "iio-buffer", "iio-buffer:PATH", "evdev", "evdev:PATH",
  ]

  /// Parses `auto`, `proxy`, or `iio`, `iio-buffer` and `evdev` with or without `:PATH`; `nil` for
  /// other texts.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count == 2 ? String(parts[1]) : nil
    if path == "" { return nil }
    switch (parts[0], path) {
    case ("auto", nil): self = .auto
    case ("proxy", nil): self = .proxy
    case ("iio", _): self = .iio(path: path)
    case ("iio-buffer", _): self = .buffer(path: path)
    case ("evdev", _): self = .evdev(path: path)
    default: return nil
    }
  }

  /// The value of `--sensor` that selects this source.
  public var description: String {
    switch self {
    case .auto: "auto"
    case .proxy: "proxy"
    case .iio(let path): "iio" + (path.map { ":\($0)" } ?? "")
    case .buffer(let path): "iio-buffer" + (path.map { ":\($0)" } ?? "")
    case .evdev(let path): "evdev" + (path.map { ":\($0)" } ?? "")
    }
  }

  /// Creates the source, which is not yet started.
  public func makeSource(
    tree: DeviceTree = DeviceTree(), bus: BusAddress = .system,
    placement: SensorPlacement = SensorPlacement()
  ) -> any OrientationSource {
    switch self {
    case .auto: AutomaticSource(tree: tree, bus: bus, placement: placement)
    case .proxy: ProxySource(bus: bus, correction: placement.display.correction)
    case .iio(let path): IIOSource(tree: tree, path: path, placement: placement)
    case .buffer(let path): BufferSource(tree: tree, path: path, placement: placement)
    case .evdev(let path): EvdevSource(tree: tree, path: path, placement: placement)
    }
  }
}

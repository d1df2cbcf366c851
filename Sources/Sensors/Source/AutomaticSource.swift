// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop

/// Chooses between the sources by what is there, and says which and why.
///
/// iio-sensor-proxy comes first if it has an accelerometer, since it may be all that the session is
/// given; then the kernel's own. If there is neither, it waits for iio-sensor-proxy to appear.
public final class AutomaticSource: OrientationSource {
  private static let probeTimeout = Duration.seconds(2)

  /// The word that chooses it.
  public let name = "auto"
  /// The source chosen; nil before, and while there is none.
  public private(set) var chosen: (any OrientationSource)?
  /// Those of the source chosen.
  public var counts: ReadingCounts { chosen?.counts ?? ReadingCounts() }
  private let tree: DeviceTree
  private let proxy: ProxySource
  private var host: SensorHost?
  private var isWanted = false
  private var deadline: Token?

  /// Looks for iio-sensor-proxy on a bus and for accelerometers in a tree.
  public init(tree: DeviceTree = DeviceTree(), bus address: BusAddress = .system) {
    self.tree = tree
    proxy = ProxySource(bus: address)
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    deadline = host.loop.schedule(after: Self.probeTimeout) { [weak self] in
      guard let self, chosen == nil else { return }
      useKernel(because: "\(proxy.address) does not answer")
    }
    proxy.start(in: host.reporting { [weak self] in self?.heard($0) })
  }

  /// Ends everything at once.
  public func stop() {
    if let deadline { host?.loop.remove(deadline) }
    deadline = nil
    proxy.stop()
    chosen?.stop()
    chosen = nil
    host = nil
  }

  /// Asks for readings.
  public func claim() {
    isWanted = true
    chosen?.claim()
  }

  /// Asks for no more readings.
  public func release() {
    isWanted = false
    chosen?.release()
  }

  private func heard(_ event: SensorEvent) {
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
    host.report(event)
  }

  private func useKernel(because reason: String) {
    guard let host else { return }
    if let deadline { host.loop.remove(deadline) }
    deadline = nil
    let search = AccelerometerSearch(in: tree)
    guard let best = search.best else {
      return host.report(
        .lost("auto: no accelerometer: \(reason); \(search.failure); waiting for iio-sensor-proxy"))
    }
    host.report(.note("auto: \(best.name) (\(best.driver)) is read from sysfs, since \(reason)"))
    let source = IIOSource(tree: tree)
    choose(source)
    source.start(in: host)
    // It is of no use any more, and ends outside its own report.
    host.loop.schedule(after: .zero) { [weak self] in self?.proxy.stop() }
  }

  private func choose(_ source: any OrientationSource) {
    if let deadline { host?.loop.remove(deadline) }
    deadline = nil
    chosen = source
    if isWanted { source.claim() }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Glibc
import Orientation

/// An accelerometer that fills a buffer by itself: it wakes us, nobody polls.
///
/// Has run against recorded scans only, never on hardware.
public final class BufferSource: OrientationSource {
  /// The word that chooses it.
  public let name = "iio-buffer"
  /// Readings taken and left out so far.
  public private(set) var counts = ReadingCounts()

  private let tree: DeviceTree
  private let path: String?
  private var host: SensorHost?
  private var device: Accelerometer?
  private var control: BufferControl?
  private var stream: ScanStream?
  private var descriptor: Int32 = -1
  private var token: Token?
  private var isWanted = false
  private var onceReporter = OnceReporter()

  /// Reads the best accelerometer of a tree that has a buffer, or the one in a directory of sysfs.
  public init(tree: DeviceTree = DeviceTree(), path: String? = nil) {
    self.tree = tree
    self.path = path
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    let search = AccelerometerSearch(in: tree, only: path)
    guard let best = search.best else { return host.reportSoon(.lost(search.failure)) }
    guard BufferControl.isOffered(by: best) else {
      return host.reportSoon(.lost("\(best.name) (\(best.driver)) has no buffer: use --sensor iio"))
    }
    device = best
    for warning in best.warnings {
      host.reportSoon(.problem("\(best.name) (\(best.driver)): \(warning)"))
    }
    host.reportSoon(.available("iio-buffer: \(best.name) (\(best.driver))"))
  }

  /// Ends everything at once.
  public func stop() {
    close()
    host = nil
  }

  /// Asks for readings.
  public func claim() {
    guard !isWanted else { return }
    isWanted = true
    if let failure = open() {
      close()
      host?.reportSoon(.lost(failure))
    }
  }

  /// Asks for no more readings.
  public func release() {
    isWanted = false
    close()
  }

  private func open() -> String? {
    guard let host, let device else { return nil }
    var control = BufferControl(device)
    if let failure = control.start(in: tree) { return failure }
    self.control = control
    guard let layout = ScanLayout(of: device) else {
      return "\(device.directory)/scan_elements describes no scan with three axes"
    }
    stream = ScanStream(layout)
    let node = tree.path("/dev/\(device.name)")
    descriptor = unsafe Glibc.open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return unsafe "\(node): \(String(cString: strerror(errno)))" }
    do throws(SystemError) {
      token = try host.loop.add(descriptor, for: .readable) { [weak self] _ in self?.read() }
    } catch {
      return "\(node): \(error)"
    }
    return nil
  }

  private func close() {
    if let token { host?.loop.remove(token) }
    token = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    control?.stop()
    control = nil
    stream = nil
  }

  private func read() {
    guard let host, let device else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return }
    guard count > 0 else {
      if (stream?.waiting ?? 0) > 0 { counts.count(.truncated) }
      close()
      return host.report(.lost("\(device.name) (\(device.driver)) is gone"))
    }
    for scan in stream?.take(chunk[..<count], now: host.now()) ?? [] {
      switch AccelerometerReader.outcome(scan.raw, of: device) {
      case .reading(let acceleration):
        counts.countGood()
        onceReporter.isRight("reading")
        host.report(.reading(acceleration, scan.instant))
      case .fault(let fault):
        counts.count(fault)
        let words = "\(device.name) (\(device.driver)): \(fault.words); the last orientation stays"
        if let event = onceReporter.report("reading", .problem(words)) { host.report(event) }
      case .gone: break
      }
      // Whoever listens may have had enough.
      guard self.host != nil, descriptor >= 0 else { return }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
import Orientation
public import Sensing
import Text

/// An accelerometer whose kernel buffer is read; new data wakes the loop, so there is no polling.
///
/// Tested with recorded scans, and with a kernel driver in the virtual tablet; not on hardware.
public final class BufferSource: KernelSource<Accelerometer> {
  typealias WatchMaker = (String, EventLoop, @escaping () -> Void) -> Result<FileWatch, SystemError>

  private let makeWatch: WatchMaker
  private var control: BufferControl?
  private var stream: ScanStream?
  private var node: DeviceNode?
  /// The watch of the device's node, since the open descriptor does not report the device's
  /// removal.
  private var watch: FileWatch?

  /// Creates a source for the best accelerometer of a tree, or for the one in a sysfs directory; it
  /// must have a buffer.
  public convenience init(
    tree: DeviceTree = DeviceTree(), path: String? = nil,
    placement: SensorPlacement = SensorPlacement()
  ) {
    self.init(tree: tree, path: path, placement: placement) { node, loop, onChange in
      Result { () throws(SystemError) in try FileWatch(node, on: loop, onChange: onChange) }
    }
  }

  init(
    tree: DeviceTree, path: String? = nil, placement: SensorPlacement = SensorPlacement(),
    makeWatch: @escaping WatchMaker
  ) {
    self.makeWatch = makeWatch
    super.init("iio-buffer", in: tree, path: path, placement: placement)
  }

  deinit { stop() }

  override func search() {
    let search = AccelerometerSearch(in: tree, only: path, placement: placement)
    guard let best = search.best else { return missing(search.failure) }
    guard BufferControl.isOffered(by: best) else {
      return missing(SensorPhrase.noBuffer(best.label))
    }
    if isWanted, let failure = open(best) { return missing(failure) }
    use(best, best.label)
  }

  private func open(_ device: Accelerometer) -> Message? {
    guard let host else { return nil }
    let path = tree.path("/dev/\(device.name)")
    do throws(SystemError) {
      // Opened first, since the kernel refuses a second program (EBUSY): so no other program's
      // buffer is changed.
      let node = try DeviceNode(path)
      var control = BufferControl(device)
      let failure = control.start(in: tree)
      self.control = control
      if let failure { return failure }
      guard let layout = ScanLayout(of: device) else {
        return SensorPhrase.noScan(device.directory)
      }
      stream = ScanStream(layout)
      try node.whenReadable(on: host.loop) { [weak self] in self?.read() }
      self.node = node
    } catch {
      return error.code == EBUSY
        ? SensorPhrase.nodeBusy(path) : SensorPhrase.error(path, "\(error)")
    }
    watch(path, in: host)
    return nil
  }

  /// Watches the node; if that fails, readings arrive, but the device's removal goes unnoticed.
  private func watch(_ node: String, in host: SensorHost) {
    switch makeWatch(node, host.loop, { [weak self] in self?.nodeChanged() }) {
    case .success(let made):
      watch = made
      problems.resolve("watch")
    case .failure(let error):
      problems.report("watch", .problem(SensorPhrase.unwatched(node, "\(error)")), to: host)
    }
  }

  override func close() {
    control?.stop()
    (control, stream, node, watch) = (nil, nil, nil, nil)
  }

  private func nodeChanged() {
    guard let device, let node, !node.isAt(tree.path("/dev/\(device.name)")) else { return }
    missing(SensorPhrase.gone(device.label))
  }

  private func read() {
    guard let host, let device, let input = node?.read(atMost: 4096) else { return }
    guard case .bytes(let bytes) = input else {
      guard case .gone = input else { return }
      if (stream?.waiting ?? 0) > 0 { counts.count(.truncated) }
      return missing(SensorPhrase.gone(device.label))
    }
    for scan in stream?.decode(bytes, now: host.now()) ?? [] {
      switch AccelerometerReader.reading(scan.raw, of: device) {
      case .value(let acceleration):
        countGood()
        host.report(.reading(acceleration, scan.instant))
      case .fault(let fault):
        counts.count(fault)
        reportFault(fault.words)
      case .gone: break
      }
      // The report may have stopped or released the source.
      guard self.host != nil, node != nil else { return }
    }
  }
}

/// The control of a device's buffer through sysfs, which restores every attribute that it changed.
private struct BufferControl {
  private let device: Accelerometer
  /// The changed attributes with their former values, in the order of writing.
  private var changes: [(path: String, before: String)] = []

  init(_ device: Accelerometer) { self.device = device }

  static func isOffered(by device: Accelerometer) -> Bool {
    DeviceTree.text(of: "\(device.directory)/buffer/enable") != nil
  }

  /// Enables the channels of the axes and the timestamp, sets a trigger if there is none, and
  /// enables the buffer; returns an error message, or `nil`.
  ///
  /// A buffer that is already enabled belongs to another program, which would lose its data.
  mutating func start(in tree: DeviceTree) -> Message? {
    let enable = path("buffer/enable")
    guard DeviceTree.text(of: enable) != "1" else {
      return SensorPhrase.bufferBusy(device.label, enable)
    }
    for channel in ["accel_x", "accel_y", "accel_z", "timestamp"] {
      let file = path("scan_elements/in_\(channel)_en")
      // Some devices have no timestamp channel.
      guard channel != "timestamp" || DeviceTree.text(of: file) != nil else { continue }
      if let failure = write("1", to: file) { return failure }
    }
    let trigger = path("trigger/current_trigger")
    if DeviceTree.text(of: trigger) == "" {
      guard let name = ownTrigger(in: tree) else { return SensorPhrase.noTrigger(device.label) }
      if let failure = write(name, to: trigger) { return failure }
    }
    return write("1", to: enable)
  }

  /// Restores the former values in reverse order, so the buffer is disabled first.
  mutating func stop() {
    for change in changes.reversed() {
      // An empty name means no trigger; the kernel accepts a line break for that.
      _ = DeviceTree.write(change.before.isEmpty ? "\n" : change.before, to: change.path)
    }
    changes = []
  }

  /// Returns the trigger that the device's own driver registers; `nil` if there is none.
  ///
  /// The trigger's name ends with the device's number; that of a data-ready trigger begins with the
  /// driver's name. A name without a number counts only if it begins with the driver's name. If two
  /// chips share a driver, each refuses the other's trigger, or gets no data from it.
  private func ownTrigger(in tree: DeviceTree) -> String? {
    let parent = tree.path("/sys/bus/iio/devices")
    let suffix = "-dev\(device.name.drop { !$0.isNumber })"
    let names = DirectoryListing.names(in: parent).filter { $0.hasPrefix("trigger") }
      .compactMap { DeviceTree.text(of: "\(parent)/\($0)/name") }
    return names.first { $0 == device.driver + suffix }
      ?? names.first { $0.hasSuffix(suffix) }
      ?? names.first { $0.hasPrefix(device.driver) && !Self.isNumbered($0) }
  }

  /// Returns whether a trigger's name ends with a device's number, as in `bmc150_accel-dev0`.
  private static func isNumbered(_ trigger: String) -> Bool {
    let digits = trigger.reversed().prefix(while: \.isNumber).count
    return digits > 0 && trigger.dropLast(digits).hasSuffix("-dev")
  }

  private func path(_ name: String) -> String { "\(device.directory)/\(name)" }

  private mutating func write(_ value: String, to file: String) -> Message? {
    let before = DeviceTree.text(of: file) ?? ""
    guard before != value else { return nil }
    let code = DeviceTree.write(value, to: file)
    guard code != 0 else {
      changes.append((file, before))
      return nil
    }
    let reason = unsafe String(cString: strerror(code))
    return code == EACCES || code == EPERM
      ? SensorPhrase.rootOnly(file, reason) : SensorPhrase.error(file, reason)
  }
}

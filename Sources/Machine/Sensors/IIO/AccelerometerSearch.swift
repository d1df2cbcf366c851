// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
public import Orientation
public import Sensing
public import Text

/// The search for the accelerometer in the device's half with the screen.
public struct AccelerometerSearch {
  /// All accelerometers found.
  public let found: [Accelerometer]
  /// The directories of devices that have some axes but not all three.
  public let incomplete: [String]
  /// The directories that were searched, or that of the named device.
  public let searched: [String]

  /// Searches a tree; if `path`, or else the placement, names a device, reads only that one.
  public init(
    in tree: DeviceTree, only path: String? = nil, placement: SensorPlacement = SensorPlacement()
  ) {
    var directories: [String] = []
    if let path = path ?? placement.display.path {
      let path = tree.industrialDevice(path)
      searched = [path]
      directories = [path]
    } else {
      searched = ["/sys/bus/iio/devices", "/sys/class/iio"].map(tree.path)
      var seen: Set<String> = []
      for parent in searched {
        for name in DirectoryListing.names(in: parent)
        where name.hasPrefix("iio:device") && seen.insert(name).inserted {
          directories.append("\(parent)/\(name)")
        }
      }
    }
    found = directories.compactMap {
      Accelerometer(directory: $0, in: tree, placement: placement)
    }
    let complete = Set(found.map(\.directory))
    incomplete = directories.filter { directory in
      !complete.contains(directory)
        && DirectoryListing.names(in: directory)
          .contains { $0.hasPrefix("in_accel_") && $0.hasSuffix("_raw") }
    }
  }

  /// The device that the user named, wherever it is; without such a name, the accelerometer in the
  /// screen's half, otherwise the first whose half is unknown; `nil` if there is none of these.
  public var best: Accelerometer? {
    if found.count == 1, searched == [found[0].directory] { return found[0] }
    return found.first { $0.location == .display } ?? found.first { $0.location == nil }
  }

  /// The message that no accelerometer is usable, with the reason.
  public var failure: Message {
    if let base = found.first { return SensorPhrase.baseOnly(base.label) }
    if let device = incomplete.first { return SensorPhrase.incomplete(device) }
    return SensorPhrase.absent(searched.joined(separator: ", "))
  }
}

extension DeviceTree {
  /// Returns the device directory that a path or a name refers to.
  ///
  /// A bare name such as `iio:device0` is looked up in `/sys/bus/iio/devices`; the directory of a
  /// parent device stands for the sensor within it.
  func industrialDevice(_ path: String) -> String {
    let path = path.contains("/") ? path : self.path("/sys/bus/iio/devices/\(path)")
    let name = DirectoryListing.names(in: path).first { $0.hasPrefix("iio:device") }
    return name.map { "\(path)/\($0)" } ?? path
  }
}

extension SensorPlacement {
  func location(of directory: String, in tree: DeviceTree) -> AccelerometerLocation? {
    func isNamed(_ path: String?) -> Bool {
      guard let path else { return false }
      return Self.name(tree.industrialDevice(path)) == Self.name(directory)
    }
    if isNamed(base.path) { return .base }
    return isNamed(display.path) ? .display : nil
  }

  /// Returns the last component of a directory; a device has many paths but only one name.
  private static func name(_ directory: String) -> Substring? {
    directory.split(separator: "/").last
  }
}

/// The result of a short series of readings, for a diagnosis.
public struct AccelerometerProbe: Hashable, Sendable {
  /// The number of readings, and the time between them in microseconds.
  private static let size = 25
  private static let interval: UInt32 = 20_000

  /// The counts of readings, taken and left out.
  public let counts: ReadingCounts
  /// Whether there are at least two readings and all are exactly equal, as those of a broken
  /// sensor.
  public let isFrozen: Bool

  /// The panel's edge that is up in all readings; `nil` if the device lies flat, is held obliquely,
  /// or was turned during the series, and if there is no reading.
  public let edge: PanelEdge?

  /// Creates a result from its values.
  public init(counts: ReadingCounts, isFrozen: Bool, edge: PanelEdge? = nil) {
    self.counts = counts
    self.isFrozen = isFrozen
    self.edge = edge
  }

  /// Reads for half a second, blocking the thread; `nil` if the attributes cannot be opened.
  public init?(_ device: Accelerometer) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var counts = ReadingCounts()
    var seen: Set<Acceleration> = []
    for index in 0..<Self.size {
      if index > 0 { usleep(Self.interval) }
      switch reader.read() {
      case .value(let acceleration):
        counts.countGood()
        seen.insert(acceleration)
      case .fault(let fault): counts.count(fault)
      case .gone: counts.count(.unreadable)
      }
    }
    self.counts = counts
    isFrozen = counts.good > 1 && seen.count == 1
    let edges = Set(seen.map(Self.edge))
    edge = edges.count == 1 ? edges.first ?? nil : nil
  }

  /// Returns the edge that is up, within 27 degrees of upright in the panel's plane; `nil` for
  /// other readings, and if neither axis of that plane measures 0.5 g.
  static func edge(of acceleration: Acceleration) -> PanelEdge? {
    let (x, y) = (acceleration.x, acceleration.y)
    guard max(abs(x), abs(y)) >= 500, max(abs(x), abs(y)) >= 2 * min(abs(x), abs(y)) else {
      return nil
    }
    if abs(y) > abs(x) { return y > 0 ? .top : .bottom }
    return x < 0 ? .left : .right
  }

  /// The duration of the series, for messages.
  public static let duration = "0.5 s"
}

/// The half of a convertible that contains an accelerometer.
public enum AccelerometerLocation: String, Hashable, Sendable {
  /// The half with the screen.
  case display
  /// The half with the keyboard, whose readings do not describe the screen.
  case base

  /// Parses udev's `ACCEL_LOCATION` or a label of sysfs; `nil` for other texts.
  init?(label: String) {
    let word = label.lowercased()
    if word.hasSuffix("base") {
      self = .base
    } else if word.hasSuffix("display") || word.hasSuffix("lid") {
      self = .display
    } else {
      return nil
    }
  }
}

/// The properties of a device: the kernel's `uevent`, overridden by udev's database.
package struct DeviceProperties {
  private var values: [String: String] = [:]

  /// Reads the properties of the device in a sysfs directory; files that are missing are skipped.
  package init(of directory: String, subsystem: String, in tree: DeviceTree) {
    let name = directory.split(separator: "/").last.map(String.init) ?? ""
    parse(DeviceTree.text(of: "\(directory)/uevent"), prefix: "")
    // udev's database names a device with a node by its device numbers, another by its name.
    let number = DeviceTree.text(of: "\(directory)/dev").map { "c\($0)" }
    for key in ["+\(subsystem):\(name)", number].compactMap({ $0 }) {
      parse(DeviceTree.text(of: tree.path("/run/udev/data/\(key)")), prefix: "E:")
    }
  }

  package subscript(name: String) -> String? { values[name] }

  private mutating func parse(_ text: String?, prefix: String) {
    for line in (text ?? "").split(separator: "\n") where line.hasPrefix(prefix) {
      let parts = line.dropFirst(prefix.count).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = parts[1].trimmed }
    }
  }
}

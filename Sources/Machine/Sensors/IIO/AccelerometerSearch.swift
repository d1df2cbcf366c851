// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Orientation
public import Sensing

/// Looks for the accelerometer that tells how the screen is held.
public struct AccelerometerSearch {
  /// All accelerometers found, in the order of their numbers.
  public let found: [Accelerometer]
  /// Devices that have some axes but not all three.
  public let incomplete: [String]
  /// The directories that were searched.
  public let searched: [String]

  /// Searches a tree, or takes one device by its directory; the path goes before the placement's.
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

  /// The one in the screen's half, or one that does not say where it is; never the keyboard's.
  public var best: Accelerometer? {
    // A device that was named counts wherever it says it is.
    if found.count == 1, searched == [found[0].directory] { return found[0] }
    return found.first { $0.location == .display } ?? found.first { $0.location == nil }
  }

  /// Why there is none, for people.
  public var failure: String {
    if let base = found.first {
      return "\(base.name) (\(base.driver)) sits in the keyboard's half; the screen's half has none"
    }
    if let device = incomplete.first {
      return "\(device) has not all of in_accel_x_raw, in_accel_y_raw and in_accel_z_raw"
    }
    return "no device with in_accel_x_raw in \(searched.joined(separator: " or "))"
  }
}

extension DeviceTree {
  /// The directory that a path or a name means.
  ///
  /// A bare name such as `iio:device0` means the one in the usual place, the directory of a device
  /// the sensor that sits on it.
  func industrialDevice(_ path: String) -> String {
    let path = path.contains("/") ? path : self.path("/sys/bus/iio/devices/\(path)")
    let name = DirectoryListing.names(in: path).first { $0.hasPrefix("iio:device") }
    return name.map { "\(path)/\($0)" } ?? path
  }
}

extension SensorPlacement {
  /// Which half a person has put a device into; nil for one that no path names.
  func location(of directory: String, in tree: DeviceTree) -> AccelerometerLocation? {
    func isNamed(_ path: String?) -> Bool {
      guard let path else { return false }
      return Self.name(tree.industrialDevice(path)) == Self.name(directory)
    }
    if isNamed(base.path) { return .base }
    return isNamed(display.path) ? .display : nil
  }

  /// One device has many paths, but one name.
  private static func name(_ directory: String) -> Substring? {
    directory.split(separator: "/").last
  }
}

/// A series of readings of an accelerometer, for looking at it once.
public struct AccelerometerProbe: Hashable, Sendable {
  /// How many readings are taken, and how far apart in microseconds.
  private static let size = 25
  private static let interval: UInt32 = 20_000

  /// Readings taken and left out.
  public let counts: ReadingCounts
  /// Whether all that were taken are the same to the last digit.
  public let isFrozen: Bool

  /// Takes a result as it is.
  public init(counts: ReadingCounts, isFrozen: Bool) {
    self.counts = counts
    self.isFrozen = isFrozen
  }

  /// Reads half a second long; nil if the attributes cannot be opened.
  public init?(_ device: Accelerometer) {
    guard let reader = AccelerometerReader(device) else { return nil }
    var counts = ReadingCounts()
    var seen: Set<Acceleration> = []
    for index in 0..<Self.size {
      if index > 0 { usleep(Self.interval) }
      switch reader.read() {
      case .reading(let acceleration):
        counts.countGood()
        seen.insert(acceleration)
      case .fault(let fault): counts.count(fault)
      case .gone: counts.count(.unreadable)
      }
    }
    self.counts = counts
    isFrozen = counts.good > 1 && seen.count == 1
  }

  /// How long it took, for people.
  public static let duration = "0.5 s"
}

/// Which half of a laptop an accelerometer is in.
public enum AccelerometerLocation: String, Hashable, Sendable {
  /// The half with the screen.
  case display
  /// The half with the keyboard, which says nothing about the screen.
  case base

  /// Reads udev's `ACCEL_LOCATION` or a label of sysfs; nil for other words.
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

/// What udev knows of a device: its own database first, then the kernel's `uevent`.
struct DeviceProperties {
  private var values: [String: String] = [:]

  /// Reads the properties of the device in a directory of sysfs; what is missing is just not there.
  init(of directory: String, subsystem: String, in tree: DeviceTree) {
    let name = directory.split(separator: "/").last.map(String.init) ?? ""
    take(DeviceTree.text(of: "\(directory)/uevent"), prefix: "")
    // A device with a node goes by its numbers, one without by its name.
    let number = DeviceTree.text(of: "\(directory)/dev").map { "c\($0)" }
    for key in ["+\(subsystem):\(name)", number].compactMap({ $0 }) {
      take(DeviceTree.text(of: tree.path("/run/udev/data/\(key)")), prefix: "E:")
    }
  }

  subscript(name: String) -> String? { values[name] }

  private mutating func take(_ text: String?, prefix: String) {
    for line in (text ?? "").split(separator: "\n") where line.hasPrefix(prefix) {
      let parts = line.dropFirst(prefix.count).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = parts[1].trimmed }
    }
  }
}

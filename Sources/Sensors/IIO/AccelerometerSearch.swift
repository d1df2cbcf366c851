// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Looks for the accelerometer that tells how the screen is held.
public struct AccelerometerSearch {
  /// All accelerometers found, in the order of their numbers.
  public let found: [Accelerometer]
  /// Devices that have some axes but not all three.
  public let incomplete: [String]
  /// The directories that were searched.
  public let searched: [String]

  /// Searches a tree, or takes one device by its directory.
  public init(in tree: DeviceTree, only path: String? = nil) {
    var directories: [String] = []
    if let path {
      // A bare name such as `iio:device0` means the one in the usual place.
      let path = path.contains("/") ? path : tree.path("/sys/bus/iio/devices/\(path)")
      searched = [path]
      directories = [path]
    } else {
      searched = ["/sys/bus/iio/devices", "/sys/class/iio"].map(tree.path)
      var seen: Set<String> = []
      for parent in searched {
        for name in DeviceTree.names(in: parent)
        where name.hasPrefix("iio:device") && seen.insert(name).inserted {
          directories.append("\(parent)/\(name)")
        }
      }
    }
    found = directories.compactMap { Accelerometer(directory: $0, in: tree) }
    let complete = Set(found.map(\.directory))
    incomplete = directories.filter { directory in
      !complete.contains(directory)
        && DeviceTree.names(in: directory)
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

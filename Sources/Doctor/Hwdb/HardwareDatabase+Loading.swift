// SPDX-License-Identifier: Apache-2.0
public import Formats
import Glibc

extension HardwareDatabase {
  /// Where distributions put the file with the sensors.
  static let installed = ["/lib/udev/hwdb.d/60-sensor.hwdb", "/usr/lib/udev/hwdb.d/60-sensor.hwdb"]

  /// The path that is meant: `installed` stands for the first of the usual places with a file.
  public static func path(for name: String) -> String {
    guard name == "installed" else { return name }
    return installed.first { access($0, F_OK) == 0 } ?? installed[0]
  }

  /// Reads a file; throws if it cannot be read.
  public static func load(path: String) throws(InputError) -> HardwareDatabase {
    HardwareDatabase(String(decoding: try InputFile.read(path: path), as: UTF8.self))
  }
}

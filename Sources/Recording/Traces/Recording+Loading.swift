// SPDX-License-Identifier: Apache-2.0
import Formats
public import Sensing

extension Recording {
  /// Reads a CSV file; its name without the folders is the name of the recording.
  ///
  /// A file without a single usable reading is an error.
  public static func load(path: String) throws(InputError) -> Recording {
    let trace = try AccelerometerTrace.load(path: path)
    let recording = Recording(
      name: path.split(separator: "/").last.map(String.init) ?? path,
      samples: trace.samples.map {
        ReplaySample(microseconds: $0.microseconds, x: $0.x, y: $0.y, z: $0.z)
      })
    guard recording.count > 0 else {
      throw Mark(file: path, line: 1, column: 1)
        .error("no sample that can be used", valid: ["at least one reading"])
    }
    return recording
  }
}

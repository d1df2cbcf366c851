// SPDX-License-Identifier: Apache-2.0
public import Formats
import Orientation
public import Sensing

/// A recording of the accelerometers in the two halves of a laptop, as in a CSV file.
///
/// Values are in m/s², the display's with Android's signs; the base's axes are those that read the
/// same with the lid closed.
public struct HingeTrace: Sendable {
  /// The name of the file without directories.
  public let name: String
  /// The readings that can be used, their times rising.
  public private(set) var readings: [HingeReading.Timed] = []
  /// How many samples cannot be used.
  public private(set) var dropped = 0

  /// The header before the first sample of every file.
  public static let header = "time_ms,base_x,base_y,base_z,x,y,z"

  /// Reads and parses a CSV file of at most 16 MiB.
  ///
  /// A file without a usable reading is an error.
  public static func load(path: String) throws(InputError) -> HingeTrace {
    try HingeTrace(try InputFile.read(path: path), file: path)
  }

  /// Parses CSV bytes; `file` is the name for error messages.
  public init(_ bytes: [UInt8], file: String) throws(InputError) {
    name = file.split(separator: "/").last.map(String.init) ?? file
    var last: Int64?
    for row in try TraceTable(bytes, file: file, header: Self.header).rows {
      let v = row.values
      guard AccelerometerTrace.DropReason(v, after: last) == nil,
        let base = Acceleration(metersPerSecondSquaredX: v[1], y: v[2], z: v[3]),
        let display = Acceleration(metersPerSecondSquaredX: v[4], y: v[5], z: v[6])
      else {
        dropped += 1
        continue
      }
      let time = Int64((v[0] * 1000).rounded())
      last = time
      readings.append(
        HingeReading.Timed(
          instant: Instant(nanoseconds: time * 1000),
          reading: .halves(base: base, display: display)))
    }
    guard !readings.isEmpty else {
      throw Mark(file: file, line: 1, column: 1)
        .error("no sample that can be used", valid: ["at least one reading"])
    }
  }
}

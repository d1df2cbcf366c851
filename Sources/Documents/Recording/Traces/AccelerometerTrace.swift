// SPDX-License-Identifier: Apache-2.0
public import Formats
public import Sensing

/// A recording of an accelerometer, as in a CSV file.
///
/// Values are in m/s² with the axis signs of Android and the kernel: a device held upright reads
/// about +9.8 on y, one face up about +9.8 on z.
public struct AccelerometerTrace: Equatable, Sendable {
  /// The kept samples, with increasing times.
  public var samples: [ReplaySample]
  /// The lines of dropped samples, in the order of the file.
  public var dropped: [Dropped]
  /// The comment lines before the header, without the `#`.
  public var comments: [String]

  /// The header before the first sample of every file.
  public static let header = "time_ms,x,y,z"

  /// Creates a trace from samples.
  public init(samples: [ReplaySample], dropped: [Dropped] = [], comments: [String] = []) {
    self.samples = samples
    self.dropped = dropped
    self.comments = comments
  }

  /// Returns the number of lines dropped for one reason.
  public func droppedCount(_ reason: DropReason) -> Int {
    dropped.count { $0.reason == reason }
  }

  /// The reason why a sample is dropped; the first that applies counts.
  public enum DropReason: String, CaseIterable, Equatable, Sendable {
    /// The time or a value is infinite or not a number, or the time is beyond 35 years.
    case notFinite = "not-finite"
    /// All three values of a sensor are zero, as sensors report before their first reading.
    case allZero = "all-zero"
    /// The time is negative or not after that of the last kept sample.
    case outOfOrder = "out-of-order"

    /// Creates the reason for a row of a time in milliseconds and three values per sensor; `nil` if
    /// the row is usable.
    init?(_ values: [Double], after last: Int64?) {
      let time = values[0] * 1000
      // Beyond 2^50 microseconds a Double in milliseconds no longer distinguishes each of them.
      if !values.allSatisfy(\.isFinite) || abs(time) > 0x1p50 {
        self = .notFinite
      } else if stride(from: 1, to: values.count, by: 3).contains(where: { sensor in
        values[sensor..<(sensor + 3)].allSatisfy { $0 == 0 }
      }) {
        self = .allZero
      } else if Int64(time.rounded()) <= last ?? -1 {
        self = .outOfOrder
      } else {
        return nil
      }
    }
  }

  /// A well-formed line whose sample is unusable.
  public struct Dropped: Equatable, Sendable {
    /// The line of the file, from 1.
    public let line: Int
    /// The reason why the sample was dropped.
    public let reason: DropReason
  }

  /// Reads and parses a CSV file of at most 16 MiB.
  public static func load(path: String) throws(InputError) -> AccelerometerTrace {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Parses CSV text; `file` is the name for error messages.
  public static func parse(_ text: String, file: String) throws(InputError) -> AccelerometerTrace {
    try parse(Array(text.utf8), file: file)
  }

  /// Parses CSV bytes; `file` is the name for error messages.
  ///
  /// Unusable samples are dropped and listed; malformed lines are errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> AccelerometerTrace
  {
    let table = try TraceTable(bytes, file: file, header: header)
    var trace = AccelerometerTrace(samples: [], comments: table.comments)
    for row in table.rows { trace.add(row.values, line: row.line) }
    return trace
  }

  private mutating func add(_ values: [Double], line: Int) {
    let reason = DropReason(values, after: samples.last?.microseconds)
    if let reason {
      dropped.append(Dropped(line: line, reason: reason))
    } else {
      samples.append(
        ReplaySample(
          microseconds: Int64((values[0] * 1000).rounded()), x: values[1], y: values[2],
          z: values[3]))
    }
  }

  /// Returns the trace as CSV text that reads back to the same samples and comments.
  public func csv() -> String {
    var text = ""
    for comment in comments {
      for line in comment.split(whereSeparator: \.isNewline) { text += "# \(line)\n" }
    }
    text += Self.header + "\n"
    for sample in samples {
      text += "\(milliseconds(sample.microseconds)),\(sample.x),\(sample.y),\(sample.z)\n"
    }
    return text
  }

  private func milliseconds(_ microseconds: Int64) -> String {
    let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = microseconds < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    var digits = String(String(rest + 1000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

// SPDX-License-Identifier: Apache-2.0
public import Formats
import Orientation
public import Sensing
import Text

/// A recording of an accelerometer, as in a CSV file.
///
/// Values are in m/s² with the axis signs of Android and the kernel: a device held upright has
/// about +9.8 on y, one that lies face up about +9.8 on z.
public struct AccelerometerTrace: Equatable, Sendable {
  /// The usable samples, with increasing times.
  public var samples: [ReplaySample]
  /// The lines with unusable samples, in the order of the file.
  public var dropped: [Dropped] = []
  /// The comment lines before the header, without the `#`.
  public var comments: [String]

  /// The header that precedes the first sample of every file.
  public static let header = "time_ms,x,y,z"

  /// Creates a trace from samples.
  public init(samples: [ReplaySample], comments: [String] = []) {
    self.samples = samples
    self.comments = comments
  }

  /// Returns the number of samples that were dropped for one reason.
  public func droppedCount(_ reason: DropReason) -> Int {
    dropped.count { $0.reason == reason }
  }

  /// The reason why a sample is dropped; the first case that applies, in this order.
  public enum DropReason: String, CaseIterable, Equatable, Sendable {
    /// The time or a value is infinite or not a number, or the time exceeds 35 years.
    case notFinite = "not-finite"
    /// All three values of a sensor are zero, which sensors report before their first reading.
    case allZero = "all-zero"
    /// The time is negative or not later than that of the previous usable sample.
    case outOfOrder = "out-of-order"

    /// Creates the reason for a row with a time in milliseconds and three values per sensor; `nil`
    /// if the row is usable.
    init?(_ values: [Double], after last: Int64?) {
      let time = values[0] * 1000
      // Above 2^50 microseconds a Double in milliseconds cannot represent every microsecond.
      if !values.allSatisfy({ $0.isFinite }) || abs(time) > 0x1p50 {
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

  /// A well-formed line with an unusable sample.
  public struct Dropped: Equatable, Sendable {
    /// The line of the file, from 1.
    public let line: Int
    /// The reason why the sample was dropped.
    public let reason: DropReason
  }

  /// Reads and parses a CSV file of at most 16 MiB; throws if it cannot be read or has a malformed
  /// line.
  public static func load(path: String) throws(InputError) -> AccelerometerTrace {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Parses CSV text; `file` is the file's name in error messages.
  public static func parse(_ text: String, file: String) throws(InputError) -> AccelerometerTrace {
    try parse(Array(text.utf8), file: file)
  }

  /// Parses CSV bytes; `file` is the file's name in error messages.
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

  /// Returns the trace as CSV text; reading the text gives the same samples, if all are usable.
  public func csv() -> String {
    var text = ""
    for comment in comments {
      for line in comment.split(whereSeparator: { $0.isNewline }) { text += "# \(line)\n" }
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

/// A recording of the accelerometers in the two halves of a laptop, as in a CSV file.
///
/// The file's values are in m/s². The screen's half has Android's signs; the keyboard's half has
/// the axes on which both halves read the same with the lid closed.
public struct HingeTrace: Sendable {
  /// The file's name without directories.
  public let name: String
  /// The usable readings, with increasing times.
  public private(set) var readings: [HingeReading.Timed] = []
  /// The number of unusable samples.
  public private(set) var dropped = 0

  /// The header that precedes the first sample of every file.
  public static let header = "time_ms,base_x,base_y,base_z,x,y,z"

  /// Reads and parses a CSV file of at most 16 MiB.
  ///
  /// Throws if the file cannot be read, has a malformed line, or has no usable reading.
  public static func load(path: String) throws(InputError) -> HingeTrace {
    try HingeTrace(try InputFile.read(path: path), file: path)
  }

  /// Parses CSV bytes; `file` is the file's name in error messages.
  ///
  /// Throws for a malformed line, or if no reading is usable.
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

private struct TraceTable {
  private(set) var comments: [String] = []
  private(set) var rows: [(line: Int, values: [Double])] = []

  init(_ bytes: [UInt8], file: String, header: String) throws(InputError) {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    var hasHeader = false
    var number = 0
    for slice in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      let line = TraceLine(slice, file: file, number: number, header: header)
      if line.isBlank { continue }
      if let comment = line.comment {
        if !hasHeader { comments.append(comment) }
      } else if hasHeader {
        rows.append((number, try line.values()))
      } else {
        try line.requireHeader()
        hasHeader = true
      }
    }
    guard hasHeader else {
      throw Mark(file: file, line: number, column: 1)
        .error("the end of the file", valid: [header])
    }
  }
}

private struct TraceLine {
  private struct Field {
    let text: String
    let column: Int
  }

  private let text: String
  private let file: String
  private let number: Int
  private let header: String

  init(_ bytes: ArraySlice<UInt8>, file: String, number: Int, header: String) {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    text = String(decoding: line, as: UTF8.self)
    self.file = file
    self.number = number
    self.header = header
  }

  var isBlank: Bool { text.utf8.allSatisfy(Self.isSpace) }

  var comment: String? {
    guard text.hasPrefix("#") else { return nil }
    let rest = text.dropFirst()
    return String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)
  }

  func requireHeader() throws(InputError) {
    let found = fields().map { $0.text }.joined(separator: ",")
    guard found == header else { throw mark(1).error(UntrustedText(text).quoted, valid: [header]) }
  }

  private var width: Int { header.utf8.count { $0 == UInt8(ascii: ",") } + 1 }

  /// Returns the numbers of a sample, which may be infinite or NaN.
  func values() throws(InputError) -> [Double] {
    let fields = fields()
    var values: [Double] = []
    for field in fields.prefix(width) {
      guard let value = Self.value(field.text) else {
        throw mark(field.column).error(UntrustedText(field.text).quoted, valid: ["a number"])
      }
      values.append(value)
    }
    guard fields.count == width else {
      let column = fields.count > width ? fields[width].column : text.unicodeScalars.count + 1
      let count = fields.count > width ? "more than \(width)" : String(fields.count)
      throw mark(column).error("\(count) fields", valid: ["\(width) fields: \(header)"])
    }
    return values
  }

  private func fields() -> [Field] {
    var column = 1
    // One extra field is enough to detect that a line has too many, even if it has many commas.
    let parts = text.unicodeScalars.split(
      separator: ",", maxSplits: width, omittingEmptySubsequences: false)
    return parts.map { part in
      defer { column += part.count + 1 }
      let leading = part.prefix { $0 == " " || $0 == "\t" }.count
      var trimmed = part.dropFirst(leading)
      while trimmed.last == " " || trimmed.last == "\t" { trimmed.removeLast() }
      return Field(text: String(trimmed), column: column + leading)
    }
  }

  private func mark(_ column: Int) -> Mark { Mark(file: file, line: number, column: column) }

  private static func value(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan", "+nan", "-nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: NumberSyntax.isDecimal(text.utf8) ? Double(text) : nil
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

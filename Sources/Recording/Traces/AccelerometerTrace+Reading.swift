// SPDX-License-Identifier: Apache-2.0
import Formats

extension AccelerometerTrace {
  /// Reads and parses a CSV file of at most 16 MiB.
  public static func load(path: String) throws(InputError) -> AccelerometerTrace {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Parses CSV text; `file` is the name that errors carry.
  public static func parse(_ text: String, file: String) throws(InputError) -> AccelerometerTrace {
    try parse(Array(text.utf8), file: file)
  }

  /// Parses CSV bytes; `file` is the name that errors carry.
  ///
  /// Samples that cannot be used are dropped and listed; lines that are not samples are errors.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> AccelerometerTrace
  {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    var trace = AccelerometerTrace(samples: [])
    var hasHeader = false
    var number = 0
    for slice in source.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      number += 1
      let line = TraceLine(slice, file: file, number: number)
      if line.isBlank { continue }
      if let comment = line.comment {
        if !hasHeader { trace.comments.append(comment) }
      } else if hasHeader {
        trace.add(try line.values(), line: number)
      } else {
        try line.requireHeader()
        hasHeader = true
      }
    }
    guard hasHeader else {
      throw Mark(file: file, line: number, column: 1)
        .error("the end of the file", valid: [header])
    }
    return trace
  }

  private mutating func add(_ values: [Double], line: Int) {
    let (time, x, y, z) = (values[0] * 1000, values[1], values[2], values[3])
    // Beyond 2^50 microseconds a Double in milliseconds no longer tells every one of them apart.
    let reason: DropReason? =
      if !values.allSatisfy(\.isFinite) || abs(time) > 0x1p50 {
        .notFinite
      } else if x == 0, y == 0, z == 0 {
        .allZero
      } else if Int64(time.rounded()) <= samples.last?.microseconds ?? -1 {
        .outOfOrder
      } else {
        nil
      }
    if let reason {
      dropped.append(Dropped(line: line, reason: reason))
    } else {
      samples.append(Sample(microseconds: Int64(time.rounded()), x: x, y: y, z: z))
    }
  }
}

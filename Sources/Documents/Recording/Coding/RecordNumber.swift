// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// A value that is recorded as one number.
protocol RecordNumber: RecordValue {
  associatedtype Number: RecordValue
  var number: Number { get }
  init(number: Number)
}

extension RecordNumber {
  var recorded: JSONValue { number.recorded }
  init(recorded value: JSONValue) throws(RecordProblem) {
    self.init(number: try Number(recorded: value))
  }
  func add(to digest: inout RecordDigest) { number.add(to: &digest) }
}

extension WindowID: RecordNumber {
  var number: Int32 { rawValue }
  init(number: Int32) { self.init(number) }
}

extension OutputID: RecordNumber {
  var number: Int32 { rawValue }
  init(number: Int32) { self.init(number) }
}

extension PolicyID: RecordNumber {
  var number: Int32 { rawValue }
  init(number: Int32) { self.init(number) }
}

extension QuestionID: RecordNumber {
  var number: UInt64 { rawValue }
  init(number: UInt64) { self.init(number) }
}

extension ChangeID: RecordNumber {
  var number: UInt32 { rawValue }
  init(number: UInt32) { self.init(number) }
}

extension Instant: RecordNumber {
  var number: Int64 { nanoseconds }
  init(number: Int64) { self.init(nanoseconds: number) }
}

/// Recorded in whole nanoseconds.
extension Duration: RecordNumber {
  var number: Int64 { nanoseconds }
  init(number: Int64) { self = .nanoseconds(number) }
}

// Masks keep illegal bits: a rule set has to receive them again (V-3).
extension OrientationMask: RecordNumber {
  var number: UInt32 { rawValue }
  init(number: UInt32) { self.init(rawValue: number) }
}

// SPDX-License-Identifier: Apache-2.0
import Formats

extension Bool: RecordValue {
  var recorded: JSONValue { .bool(self) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let flag = value.bool else { throw RecordProblem("no truth value") }
    self = flag
  }

  func add(to digest: inout RecordDigest) { digest.add(self ? UInt8(1) : 0) }
}

extension String: RecordValue {
  var recorded: JSONValue { .string(self) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let text = value.string else { throw RecordProblem("no text") }
    self = text
  }

  func add(to digest: inout RecordDigest) { digest.add(self) }
}

extension RecordValue where Self: FixedWidthInteger {
  var recorded: JSONValue { .int(Int64(truncatingIfNeeded: self)) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    // The largest unsigned numbers are written as negative ones.
    guard let number = value.int,
      Int64(truncatingIfNeeded: Self(truncatingIfNeeded: number)) == number
    else { throw RecordProblem("no number from \(Self.min) to \(Self.max)") }
    self = Self(truncatingIfNeeded: number)
  }

  func add(to digest: inout RecordDigest) { digest.add(UInt64(truncatingIfNeeded: self)) }
}

extension Int: RecordValue {}
extension Int32: RecordValue {}
extension Int64: RecordValue {}
extension UInt8: RecordValue {}
extension UInt16: RecordValue {}
extension UInt32: RecordValue {}
extension UInt64: RecordValue {}

extension Optional: RecordValue where Wrapped: RecordValue {
  var recorded: JSONValue { self?.recorded ?? .null }

  init(recorded value: JSONValue) throws(RecordProblem) {
    self = value.isNull ? nil : try Wrapped(recorded: value)
  }

  func add(to digest: inout RecordDigest) {
    digest.add(self == nil ? UInt8(0) : 1)
    self?.add(to: &digest)
  }
}

extension Array: RecordValue where Element: RecordValue {
  var recorded: JSONValue { .array(map(\.recorded)) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let items = value.array else { throw RecordProblem("no list") }
    self = []
    reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      do throws(RecordProblem) {
        append(try Element(recorded: item))
      } catch {
        throw error.inside("\(index)")
      }
    }
  }

  func add(to digest: inout RecordDigest) {
    digest.add(UInt64(count))
    for element in self { element.add(to: &digest) }
  }
}

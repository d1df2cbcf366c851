// SPDX-License-Identifier: Apache-2.0
import Formats
import Text

/// A value that a recording preserves exactly.
protocol RecordValue {
  /// The value as JSON; equal values give equal JSON.
  var recorded: JSONValue { get }
  /// Creates the value from its recorded form.
  init(recorded value: JSONValue) throws(RecordProblem)
  /// Adds the value to a hash.
  func add(to digest: inout RecordDigest)
}

extension RecordValue {
  func add(to digest: inout RecordDigest) { digest.add(recorded) }
}

/// A problem of a recorded value, with its field.
struct RecordProblem: Error {
  let text: String
  var path: [String] = []

  init(_ text: String) { self.text = text }

  /// Returns the same problem with the path extended by an enclosing field.
  func inside(_ name: String) -> RecordProblem {
    var problem = self
    problem.path.insert(name, at: 0)
    return problem
  }

  /// The problem and its field.
  var description: String { path.isEmpty ? text : "\(text) in \(path.joined(separator: "."))" }
}

/// A value made of fields, which are listed once for writing, reading and hashing.
protocol RecordStruct: RecordValue {
  /// The value with the default of every field; defaults are not written.
  static var blank: Self { get }
  /// Passes every field to a coder, always in the same order.
  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension RecordStruct {
  var recorded: JSONValue {
    var blank = RecordWriter()
    var usual = Self.blank
    usual.visit(&blank)
    var own = RecordWriter()
    var value = self
    value.visit(&own)
    return .object(zip(own.members, blank.members).filter { $0 != $1 }.map(\.0))
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    var reader = try RecordReader(value)
    self = Self.blank
    try visit(&reader)
    try reader.finish()
  }

  func add(to digest: inout RecordDigest) {
    var value = self
    value.visit(&digest)
  }
}

/// Visits the fields of a value to write, read or hash them.
protocol RecordCoder {
  associatedtype Failure: Error
  mutating func field(_ name: String, _ value: inout some RecordValue) throws(Failure)
  /// Visits a field added after the first recordings: its usual value adds nothing to a hash.
  mutating func laterField<Value: RecordValue & Equatable>(
    _ name: String, _ value: inout Value, usually usual: Value
  ) throws(Failure)
}

extension RecordCoder {
  mutating func laterField<Value: RecordValue & Equatable>(
    _ name: String, _ value: inout Value, usually usual: Value
  ) throws(Failure) {
    try field(name, &value)
  }
}

/// Collects the fields of a value as members of a JSON object.
struct RecordWriter: RecordCoder {
  private(set) var members: [JSONValue.Member] = []

  mutating func field(_ name: String, _ value: inout some RecordValue) {
    members.append(JSONValue.Member(name, value.recorded))
  }
}

/// Sets the fields of a value from the members of a JSON object.
struct RecordReader: RecordCoder {
  private var members: [JSONValue.Member]

  init(_ value: JSONValue) throws(RecordProblem) {
    guard let members = value.object else { throw RecordProblem("no object") }
    self.members = members
  }

  mutating func field<Value: RecordValue>(
    _ name: String, _ value: inout Value
  ) throws(RecordProblem) {
    guard let index = members.firstIndex(where: { $0.name == name }) else { return }
    do throws(RecordProblem) {
      value = try Value(recorded: members.remove(at: index).value)
    } catch {
      throw error.inside(name)
    }
  }

  /// Throws for a member that is no field: a replay without it might differ.
  func finish() throws(RecordProblem) {
    guard let member = members.first else { return }
    throw RecordProblem("the unknown field \(UntrustedText(member.name).quoted)")
  }
}

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

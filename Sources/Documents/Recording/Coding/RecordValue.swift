// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation
import Text

/// A value that recordings store without loss.
protocol RecordValue {
  /// The value as JSON; equal values have equal JSON.
  var recorded: JSONValue { get }
  init(recorded value: JSONValue) throws(RecordProblem)
  func add(to digest: inout RecordDigest)
}

extension RecordValue {
  func add(to digest: inout RecordDigest) { digest.add(recorded) }
}

struct RecordProblem: Error {
  let text: String
  var path: [String] = []

  init(_ text: String) { self.text = text }

  func inside(_ name: String) -> RecordProblem {
    var problem = self
    problem.path.insert(name, at: 0)
    return problem
  }

  var description: String { path.isEmpty ? text : "\(text) in \(path.joined(separator: "."))" }
}

/// A value that consists of fields, which are listed once for writing, reading and hashing.
protocol RecordStruct: RecordValue {
  /// The value in which every field has its default; defaults are not written.
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
    return .object(zip(own.members, blank.members).filter { $0 != $1 }.map { $0.0 })
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

/// A visitor of a value's fields, which writes, reads or hashes them.
protocol RecordCoder {
  associatedtype Failure: Error
  mutating func field(_ name: String, _ value: inout some RecordValue) throws(Failure)
  /// Visits a field that was added after the first recordings; its value `usual` is left out of
  /// hashes.
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

private struct RecordWriter: RecordCoder {
  private(set) var members: [JSONValue.Member] = []

  mutating func field(_ name: String, _ value: inout some RecordValue) {
    members.append(JSONValue.Member(name, value.recorded))
  }
}

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

  /// Throws if a member is no known field, since a replay without it might differ.
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
    // The largest unsigned numbers are written as negative numbers.
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
  var recorded: JSONValue { .array(map { $0.recorded }) }

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

/// A case of an enumeration: its name as text, or an object with one member, named like the case,
/// whose value is the associated value or a list of several.
struct RecordCase {
  let name: String
  private let payload: JSONValue

  init(_ value: JSONValue) throws(RecordProblem) {
    if let name = value.string {
      self.name = name
      payload = .null
    } else if let members = value.object, members.count == 1 {
      name = members[0].name
      payload = members[0].value
    } else {
      throw RecordProblem("\(value.compact().prefix(60)), which is no case")
    }
  }

  func value<Value: RecordValue>() throws(RecordProblem) -> Value {
    do throws(RecordProblem) {
      return try Value(recorded: payload)
    } catch {
      throw error.inside(name)
    }
  }

  /// Returns one of the case's two or three associated values, counted from 0.
  func item<Value: RecordValue>(_ index: Int) throws(RecordProblem) -> Value {
    guard let item = payload[index] else { throw RecordProblem("too short a list").inside(name) }
    do throws(RecordProblem) {
      return try Value(recorded: item)
    } catch {
      throw error.inside(name)
    }
  }

  /// Returns an optional associated value, counted from 0; `nil` if it was not written.
  func extra<Value: RecordValue>(_ index: Int) throws(RecordProblem) -> Value? {
    payload[index] == nil ? nil : try item(index)
  }

  var unknown: RecordProblem { RecordProblem("the unknown case \(UntrustedText(name).quoted)") }

  static func write(_ name: String, _ payload: some RecordValue) -> JSONValue {
    [name: payload.recorded]
  }

  static func write(
    _ name: String, _ first: some RecordValue, _ second: some RecordValue
  ) -> JSONValue {
    [name: .array([first.recorded, second.recorded])]
  }

  static func write(
    _ name: String, _ first: some RecordValue, _ second: some RecordValue,
    _ third: (some RecordValue)?
  ) -> JSONValue {
    let third = third.map { [$0.recorded] } ?? []
    return [name: .array([first.recorded, second.recorded] + third)]
  }
}

protocol RecordWord: RecordValue {
  static var all: [Self] { get }
  /// The case's name, which is unique.
  var word: String { get }
}

extension RecordWord {
  var recorded: JSONValue { .string(word) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let found = Self.all.first(where: { $0.word == value.string }) else {
      let words = Self.all.map { $0.word }.joined(separator: ", ")
      throw RecordProblem("\(value.compact()), not one of \(words)")
    }
    self = found
  }

  func add(to digest: inout RecordDigest) { digest.add(word) }
}

extension RecordWord where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}

extension RecordWord where Self: CaseIterable, AllCases == [Self] {
  static var all: [Self] { allCases }
}

extension InterfaceOrientation: RecordWord { var word: String { name } }
extension DeviceOrientation: RecordWord { var word: String { name } }
extension Transform: RecordWord { var word: String { wireName } }
extension PanelNature: RecordWord {}
extension Idiom: RecordWord {}
extension Mitigation: RecordWord {}
extension PluginRing: RecordWord {}
extension Origin: RecordWord {}
extension Outcome: RecordWord {}
extension RuleID: RecordWord {}
extension WindowArbitration: RecordWord {}
extension Question.Kind: RecordWord {}
extension GateRecord.Gate: RecordWord {}
extension Conflict.Kind: RecordWord {}
extension Callback.Name: RecordWord {}
extension OutputReport.Result: RecordWord {}
extension Container.Kind: RecordWord {}
extension Container.Forwarding: RecordWord {}
extension Presentation.Style: RecordWord {}
extension OrientationLock: RecordWord {}
extension Output.Hold: RecordWord {}
extension RotationError.Name: RecordWord {}
extension ApplyResult: RecordWord {}
extension StatusBar.Cause: RecordWord {}
extension Controller.TransitionOverride: RecordWord {}

private protocol RecordNumber: RecordValue {
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

extension Duration: RecordNumber {
  var number: Int64 { nanoseconds }
  init(number: Int64) { self = .nanoseconds(number) }
}

// Masks keep invalid bits, since a replayed rule set must receive them again (V-3).
extension OrientationMask: RecordNumber {
  var number: UInt32 { rawValue }
  init(number: UInt32) { self.init(rawValue: number) }
}

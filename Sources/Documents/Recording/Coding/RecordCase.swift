// SPDX-License-Identifier: Apache-2.0
import Formats
import Text

/// One case of an enumeration: its name, or an object of one member with the associated values.
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

  /// Returns one of the two or three associated values.
  func item<Value: RecordValue>(_ index: Int) throws(RecordProblem) -> Value {
    guard let item = payload[index] else { throw RecordProblem("too short a list").inside(name) }
    do throws(RecordProblem) {
      return try Value(recorded: item)
    } catch {
      throw error.inside(name)
    }
  }

  /// Returns an optional associated value; `nil` if an older program wrote none.
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

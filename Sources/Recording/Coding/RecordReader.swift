// SPDX-License-Identifier: Apache-2.0
import Formats

/// Gives the fields of a value what a JSON object has for them.
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

  /// Throws for a member that no field has asked for: replayed without it, something would differ.
  func finish() throws(RecordProblem) {
    guard let member = members.first else { return }
    throw RecordProblem("the unknown field \(Quoting.quoted(member.name))")
  }
}

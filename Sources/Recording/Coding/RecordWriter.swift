// SPDX-License-Identifier: Apache-2.0
import Formats

/// Collects the fields of a value as members of a JSON object.
struct RecordWriter: RecordCoder {
  private(set) var members: [JSONValue.Member] = []

  mutating func field(_ name: String, _ value: inout some RecordValue) {
    members.append(JSONValue.Member(name, value.recorded))
  }
}

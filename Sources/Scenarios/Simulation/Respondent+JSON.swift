// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats

extension Respondent {
  /// Who answered, and in how many nanoseconds.
  var json: JSONValue {
    .object([
      .init("policy", .string(name)), .init("ring", .int(Int64(ring.number))),
      .init("kind", .string(ring.rawValue)),
      .init("nanoseconds", nanoseconds.map { .int($0) } ?? .null),
    ])
  }
}

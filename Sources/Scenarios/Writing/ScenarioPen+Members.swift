// SPDX-License-Identifier: Apache-2.0
import Formats

extension ScenarioPen {
  /// The members of an object while it is put together.
  struct Members {
    private(set) var list: [JSONValue.Member] = []

    mutating func add(_ name: String, _ value: JSONValue) {
      list.append(JSONValue.Member(name, value))
    }

    mutating func add(_ name: String, _ text: String) { add(name, .string(text)) }

    mutating func add(_ name: String, _ flag: Bool) { add(name, .bool(flag)) }

    /// The object; nil if nothing is in it.
    var object: JSONValue? {
      if list.isEmpty { return nil }
      return .object(list)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Bus
import Formats

/// How things stand, as the properties on the session bus tell it.
struct SessionStatus: Equatable, Sendable {
  /// One property.
  struct Member: Sendable {
    let name: String
    /// The type in D-Bus letters.
    let type: String
    let value: @Sendable (SessionStatus) -> BusValue
  }

  /// The state that the socket tells.
  let state: JSONValue
  /// The rule set.
  let rules: String

  static let members: [Member] = [
    Member(name: "Rules", type: "s") { .string($0.rules) },
    Member(name: "Connected", type: "b") { .boolean($0.state["connected"] == true) },
    Member(name: "Locked", type: "b") { .boolean($0.state["lock"]?.string != nil) },
    Member(name: "Lock", type: "s") { .string($0.state["lock"]?.string ?? "") },
    Member(name: "Device", type: "s") { .string($0.state["device"]?.string ?? "unknown") },
    Member(name: "Orientation", type: "s") { .string($0.orientation) },
    Member(name: "Outputs", type: "a(ssssb)") { .array($0.outputs, element: "(ssssb)") },
    Member(name: "Conflicts", type: "as") { .array($0.conflicts, element: "s") },
  ]

  /// The names of the properties that have another value than before.
  func differences(from before: SessionStatus) -> [String] {
    guard self != before else { return [] }
    return Self.members.filter { $0.value(self) != $0.value(before) }.map(\.name)
  }

  /// What the first output that turns shows.
  private var orientation: String {
    let outputs = state["outputs"]?.array ?? []
    return outputs.first { $0["turns"] == true }?["shows"]?.string ?? "unknown"
  }

  private var outputs: [BusValue] {
    (state["outputs"]?.array ?? []).map { output in
      .structure(
        ["name", "transform", "wanted", "shows"].map { .string(output[$0]?.string ?? "") }
          + [.boolean(output["turns"] == true)])
    }
  }

  private var conflicts: [BusValue] {
    (state["conflicts"]?.array ?? []).map { .string($0.string ?? "") }
  }
}

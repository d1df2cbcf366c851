// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// Converts expectations to the format of scenario files.
enum ExpectationFormatter {
  static func json(_ expected: Expectation) -> JSONValue {
    var members = ScenarioFormatter.Members()
    members.add("after", expected.step.map { .int(Int64($0)) } ?? "last")
    if let value = expected.device { members.add("device", value.name) }
    if let value = expected.statusBar { members.add("status-bar", value.name) }
    if let value = expected.writer { members.add("writer", value.map { .string($0) } ?? .null) }
    if let value = expected.statusBarHidden { members.add("status-bar-hidden", value) }
    if let value = expected.keyboard { members.add("keyboard", Self.orNull(value)) }
    if let value = expected.page { members.add("page", Self.orNull(value)) }
    if !expected.windows.isEmpty {
      members.add(
        "windows",
        .object(expected.windows.map { .init($0.name, .string($0.orientation.name)) }))
    }
    for (key, pairs) in [("bounds", expected.bounds), ("transform", expected.transforms)]
    where !pairs.isEmpty {
      members.add(key, .object(pairs.map { .init($0.name, $0.value) }))
    }
    if let outcome = expected.outcome { members.add("outcome", outcome.rawValue) }
    if let kinds = expected.conflicts {
      members.add("conflicts", Self.words(kinds.map(\.rawValue)))
    }
    if let names = expected.culprits { members.add("culprits", Self.words(names)) }
    if let since = expected.since {
      members.add("since", since.map { .int(Int64($0)) } ?? .null)
    }
    if let keys = expected.ignored { members.add("ignored", Self.words(keys)) }
    if let records = expected.asked { members.add("asked", .array(records)) }
    if let error = expected.error { members.add("error", error.map { .string($0) } ?? .null) }
    if !expected.notAsked.isEmpty { members.add("not-asked", Self.words(expected.notAsked)) }
    if let list = expected.notifications {
      members.add("notifications", .array(list.map(Self.words)))
    }
    if let list = expected.callbacks {
      members.add("callbacks-include", .array(list.map(Self.words)))
    }
    return .object(members.list)
  }

  /// Returns the results at the end of a file, or before its last `appendix` steps; `nil` if the
  /// file cannot be read.
  static func ending(of file: String, before appendix: Int) -> JSONValue? {
    guard let scenario = try? Scenario.parse(file, file: "the file") else { return nil }
    let steps = Simulation(scenario).steps.dropLast(appendix)
    guard let last = steps.last?.verdict else { return nil }
    var members = ScenarioFormatter.Members()
    members.add("after", .int(Int64(steps.count - 1)))
    members.add("status-bar", last.after.statusBar.orientation.name)
    members.add("page", orNull(last.page?.orientation))
    members.add("outcome", last.outcome.rawValue)
    members.add("conflicts", words(last.conflicts.map(\.kind.rawValue)))
    if let first = last.conflicts.first {
      members.add("culprits", words(first.culprits.map { scenario.name(of: $0) }))
    }
    if let error = last.error { members.add("error", error.name.rawValue) }
    return .object(members.list)
  }

  private static func orNull(_ value: InterfaceOrientation?) -> JSONValue {
    value.map { .string($0.name) } ?? .null
  }

  private static func words(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }
}

// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The controllers that a question has been handed on by, the first one first, each of them once.
struct HandedOn {
  /// Up to here a look through the list is quicker than a table.
  private static let fewest = 16

  private(set) var ids: [String] = []
  private var table: Set<String> = []

  var count: Int { ids.count }

  func contains(_ id: String) -> Bool {
    ids.count <= Self.fewest ? ids.contains(id) : table.contains(id)
  }

  mutating func append(_ id: String) {
    ids.append(id)
    if ids.count == Self.fewest + 1 {
      table = Set(ids)
    } else if ids.count > Self.fewest {
      table.insert(id)
    }
  }

  mutating func removeLast() {
    let id = ids.removeLast()
    if ids.count > Self.fewest { table.remove(id) }
  }
}

/// What controllers deep in a line of forwarding answered: within one decision they answer the same
/// again, so that a long line costs what its length is, not the square of it.
struct DeepAnswers {
  /// From which link on answers are kept: hardly any app has a line that long.
  static let depth = 8
  /// How many are kept at most.
  private static let most = 4_000

  private struct Key: Hashable {
    var window: WindowID
    var controller: String
    var kind: Question.Kind
    var proposed: InterfaceOrientation
  }

  /// An answer, and how often the question was handed on for it.
  struct Entry {
    var found: Resolved
    var hands: Int
  }

  private var entries: [Key: Entry] = [:]

  /// What was answered, if no more hands than are left were needed for it.
  func entry(
    _ kind: Question.Kind, _ window: WindowID, _ controller: String,
    _ proposed: InterfaceOrientation, handsLeft: Int
  ) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let key = Key(window: window, controller: controller, kind: kind, proposed: proposed)
    return entries[key].flatMap { $0.hands <= handsLeft ? $0 : nil }
  }

  mutating func keep(
    _ entry: Entry, _ kind: Question.Kind, _ window: WindowID, _ controller: String,
    _ proposed: InterfaceOrientation
  ) {
    guard entries.count < Self.most else { return }
    let key = Key(window: window, controller: controller, kind: kind, proposed: proposed)
    entries[key] = entry
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The controllers that have handed a question on, the first one first, each of them once.
struct ForwardingChain {
  private(set) var ids: [String] = []
  /// Those of `ids` once there are many; hardly any app has a chain that long.
  private var table: Set<String> = []

  /// Up to here a look through the list is quicker than a table.
  private static let few = 16

  /// Whether a controller has handed the question on already.
  func contains(_ id: String) -> Bool {
    ids.count <= Self.few ? ids.contains(id) : table.contains(id)
  }

  /// Another controller hands the question on.
  mutating func append(_ id: String) {
    ids.append(id)
    guard ids.count > Self.few else { return }
    if table.isEmpty { table = Set(ids) } else { table.insert(id) }
  }

  /// The last controller has its answer.
  mutating func removeLast() {
    let id = ids.removeLast()
    if ids.count > Self.few { table.remove(id) } else if !table.isEmpty { table = [] }
  }
}

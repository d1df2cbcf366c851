// SPDX-License-Identifier: Apache-2.0

/// The controllers that have forwarded a question, the first one first, each of them once.
struct ForwardingChain {
  private(set) var ids: [String] = []
  /// The set of `ids`, once there are many; hardly any app has a chain that long.
  private var table: Set<String> = []

  /// The length up to which a linear search is faster than a set.
  private static let few = 16

  /// Returns whether a controller has forwarded the question already.
  func contains(_ id: String) -> Bool {
    ids.count <= Self.few ? ids.contains(id) : table.contains(id)
  }

  /// Adds a controller that forwards the question.
  mutating func append(_ id: String) {
    ids.append(id)
    guard ids.count > Self.few else { return }
    if table.isEmpty { table = Set(ids) } else { table.insert(id) }
  }

  /// Removes the last controller, whose answer is known.
  mutating func removeLast() {
    let id = ids.removeLast()
    if ids.count > Self.few { table.remove(id) } else if !table.isEmpty { table = [] }
  }
}

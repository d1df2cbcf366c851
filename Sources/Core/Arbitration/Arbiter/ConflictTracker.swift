// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The open conflicts, searched for after every step in a fixed order.
struct ConflictTracker: Sendable, Hashable {
  private(set) var open: [Conflict] = []

  /// Returns the conflicts after a step, each as if it began there; `update` corrects that.
  func activeConflicts(_ blame: Blame, at step: Int) -> [Conflict] {
    var found: [Conflict] = []
    for kind in Conflict.Kind.allCases {
      let previous = open.first { $0.kind == kind }
      guard let culprits = culprits(kind, blame, previous: previous, found: found) else { continue }
      found.append(Conflict(kind: kind, culprits: culprits.sorted(), since: step))
    }
    return found
  }

  /// Makes these conflicts the open ones: a new one begins with this step, others keep theirs.
  mutating func update(_ standing: inout [Conflict], at step: Int) {
    for index in standing.indices {
      let kind = standing[index].kind
      standing[index].since = open.first { $0.kind == kind }?.since ?? step
    }
    open = standing
  }

  // Returns `nil` if there is no conflict of the kind.
  private func culprits(
    _ kind: Conflict.Kind, _ blame: Blame, previous: Conflict?, found: [Conflict]
  ) -> [Party]? {
    switch kind {
    case .emptyIntersection: return blame.emptyIntersection()
    case .preferredNotSupported: return blame.preferredNotSupported()
    case .forwardingCycle: return blame.forwardingCycle()
    case .stuck, .hijackAtCreation, .hijack, .unwritten:
      guard blame.splitKind == kind else { return nil }
      // The culprits were found when the bar was written.
      if let previous, !blame.barWasWritten { return previous.culprits }
      return blame.splitCulprits(kind)
    case .keyboardSplit:
      guard blame.isKeyboardSplit else { return nil }
      return found.first { $0.kind.isSplit }?.culprits ?? []
    case .reverseSplit: return blame.reverseSplit()
    case .veto: return blame.veto()
    }
  }
}

extension Conflict.Kind {
  /// Whether the status bar and the page differ in this kind.
  var isSplit: Bool {
    switch self {
    case .stuck, .hijackAtCreation, .hijack, .unwritten: true
    default: false
    }
  }
}

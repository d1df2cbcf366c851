// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A problem that exists after a step, with the windows, app, delegate or device to blame for it.
public struct Conflict: Sendable, Hashable {
  /// The kinds of conflicts, in the order in which they are searched for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case emptyIntersection = "empty-intersection"
    case preferredNotSupported = "preferred-not-supported"
    case forwardingCycle = "forwarding-cycle"
    case stuck
    case hijackAtCreation = "hijack-at-creation"
    case hijack
    /// Status bar and page differ, and no window or app has written the status bar.
    case unwritten
    case keyboardSplit = "keyboard-split"
    case reverseSplit = "reverse-split"
    case veto
  }

  /// The kind of conflict.
  public var kind: Kind
  /// The parties to blame: first app, delegate and device, then windows in creation order.
  public var culprits: [Party]
  /// The step in which the conflict began.
  public var since: Int

  /// Creates a conflict.
  public init(kind: Kind, culprits: [Party], since: Int) {
    self.kind = kind
    self.culprits = culprits
    self.since = since
  }
}

/// A possible cause of a conflict.
public enum Party: Sendable, Hashable {
  case app
  case delegate
  case device
  case window(WindowID)

  /// The window's identifier; `nil` for app, delegate and device.
  public var window: WindowID? { if case .window(let id) = self { id } else { nil } }

  /// Returns the name in files and in JSON: `app`, `delegate`, `device`, or the name that
  /// `windowName` returns for the window.
  public func name(ofWindow windowName: (WindowID) -> String) -> String {
    switch self {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): windowName(id)
    }
  }
}

extension Party: Comparable {
  static let settings: [Party] = [.app, .delegate, .device]

  private var rank: Int64 {
    switch self {
    case .app: -3
    case .delegate: -2
    case .device: -1
    case .window(let id): Int64(id.rawValue)
    }
  }

  /// Returns whether the first party precedes the second: app, delegate, device, then windows in
  /// creation order.
  public static func < (left: Party, right: Party) -> Bool { left.rank < right.rank }
}

struct ConflictTracker: Sendable, Hashable {
  private(set) var open: [Conflict] = []

  /// Returns the conflicts after a step, all with this step as `since`; `update` corrects the value
  /// for older conflicts.
  func activeConflicts(_ blame: Blame, at step: Int) -> [Conflict] {
    var found: [Conflict] = []
    for kind in Conflict.Kind.allCases {
      let previous = open.first { $0.kind == kind }
      guard let culprits = culprits(kind, blame, previous: previous, found: found) else { continue }
      found.append(Conflict(kind: kind, culprits: culprits.sorted(), since: step))
    }
    return found
  }

  mutating func update(_ conflicts: inout [Conflict], at step: Int) {
    for index in conflicts.indices {
      let kind = conflicts[index].kind
      conflicts[index].since = open.first { $0.kind == kind }?.since ?? step
    }
    open = conflicts
  }

  private func culprits(
    _ kind: Conflict.Kind, _ blame: Blame, previous: Conflict?, found: [Conflict]
  ) -> [Party]? {
    switch kind {
    case .emptyIntersection: return blame.emptyIntersection()
    case .preferredNotSupported: return blame.preferredNotSupported()
    case .forwardingCycle: return blame.forwardingCycle()
    case .stuck, .hijackAtCreation, .hijack, .unwritten:
      guard blame.splitKind == kind else { return nil }
      // The culprits of this conflict were found when the status bar was written; no event has
      // written it since.
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
  fileprivate var isSplit: Bool {
    switch self {
    case .stuck, .hijackAtCreation, .hijack, .unwritten: true
    default: false
    }
  }
}

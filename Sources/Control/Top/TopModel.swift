// SPDX-License-Identifier: Apache-2.0
public import Formats

/// What `swivel top` knows: how things stand, the last decisions, and which of them is looked at.
public struct TopModel: Sendable {
  /// The most decisions that are kept.
  public static let most = 200

  /// The answer to the request for the status.
  public private(set) var status: JSONValue
  /// The decisions, the newest first.
  public private(set) var entries: [JSONValue]
  /// The position of the decision that is looked at.
  public private(set) var selected = 0
  /// The explanation of that decision, a line each; empty while it is on its way.
  public private(set) var explanation: [String] = []
  /// Whether the explanation tells everything.
  public var isFull = false
  /// What a window that has just appeared would do, until the next decision.
  public private(set) var warning: String?

  /// Begins with the status and the history.
  public init(status: JSONValue, history: JSONValue) {
    self.status = status
    entries = (history["entries"]?.array ?? []).reversed()
  }

  /// The number of the decision that is looked at; nil before there is one.
  public var number: Int? {
    entries.indices.contains(selected) ? entries[selected]["decision"]?.int.map { Int($0) } : nil
  }

  /// Takes in an event; returns whether another explanation is wanted.
  public mutating func take(_ event: ControlEvent, state: JSONValue?) -> Bool {
    if let state, case .object(let old) = status, case .object(let new) = state {
      // The state's members are among those of the status.
      let names = new.map(\.name)
      status = .object(old.filter { !names.contains($0.name) } + new)
    }
    switch event {
    case .decision(let entry):
      warning = nil
      entries.insert(entry, at: 0)
      if entries.count > Self.most { entries.removeLast() }
      // Who looks at the newest goes along; who looks at an older one stays with it.
      if selected > 0 {
        selected = min(selected + 1, entries.count - 1)
        return false
      }
      explanation = []
      return true
    case .warning(let value):
      warning = value["text"]?.string
      return false
    default: return false
    }
  }

  /// Takes in the explanation of a decision; one of another decision is dropped.
  public mutating func take(text: String, of number: Int) {
    guard number == self.number else { return }
    explanation = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Looks at an older decision, or a newer one for negative numbers; returns whether that changed.
  public mutating func move(by places: Int) -> Bool {
    let wanted = max(0, min(entries.count - 1, selected + places))
    guard wanted != selected, !entries.isEmpty else { return false }
    selected = wanted
    explanation = []
    return true
  }
}

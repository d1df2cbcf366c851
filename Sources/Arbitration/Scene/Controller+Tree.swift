// SPDX-License-Identifier: Apache-2.0

extension Controller {
  /// What is presented on it or on the child that is on show.
  var effectivePresented: Presentation? {
    if let presented { return presented }
    guard let container, let index = container.shownIndex else { return nil }
    return container.children[index].effectivePresented
  }

  /// Calls a change with the controller that was presented last, or with itself.
  mutating func changeDeepest(_ change: (inout Controller) -> Void) {
    if presented != nil {
      presented?.controller.changeDeepest(change)
    } else if let index = container?.shownIndex,
      container?.children[index].effectivePresented != nil
    {
      container?.children[index].changeDeepest(change)
    } else {
      change(&self)
    }
  }

  /// Takes away what was presented last and returns it; nil when nothing is presented.
  mutating func dismissDeepest() -> Presentation? {
    if var own = presented {
      if own.controller.effectivePresented != nil {
        let gone = own.controller.dismissDeepest()
        presented = own
        return gone
      }
      presented = nil
      return own
    }
    guard let index = container?.shownIndex else { return nil }
    return container?.children[index].dismissDeepest()
  }

  /// Calls a change with the container of a kind that is nearest to the eye; false if none is.
  mutating func changeShownContainer(
    _ kinds: [Container.Kind], _ change: (inout Container) -> Void
  ) -> Bool {
    if presented != nil {
      return presented?.controller.changeShownContainer(kinds, change) ?? false
    }
    guard var own = container else { return false }
    if let index = own.shownIndex, own.children[index].changeShownContainer(kinds, change) {
      container = own
      return true
    }
    guard kinds.contains(own.kind) else { return false }
    change(&own)
    container = own
    return true
  }

  /// Calls a change with the controller of a name, wherever it hangs; false if it is nowhere.
  @discardableResult
  public mutating func change(_ id: String, _ change: (inout Controller) -> Void) -> Bool {
    if self.id == id {
      change(&self)
      return true
    }
    if presented?.controller.change(id, change) == true { return true }
    guard let count = container?.children.count else { return false }
    for index in 0..<count where container?.children[index].change(id, change) == true {
      return true
    }
    return false
  }

  /// Whether a controller of a name hangs anywhere below or at this one.
  public func contains(_ id: String) -> Bool {
    if self.id == id { return true }
    if presented?.controller.contains(id) == true { return true }
    return container?.children.contains { $0.contains(id) } ?? false
  }
}

extension Controller {
  /// Whether a controller of one of some names hangs anywhere below or at this one.
  func contains(anyOf names: Set<String>) -> Bool {
    names.contains(id) || presented?.controller.contains(anyOf: names) == true
      || container?.children.contains { $0.contains(anyOf: names) } == true
  }

  /// The controller of a name at or below this one; nil when it is nowhere.
  public func find(_ id: String) -> Controller? {
    if self.id == id { return self }
    if let found = presented?.controller.find(id) { return found }
    return container?.children.lazy.compactMap { $0.find(id) }.first
  }

  /// Whether anything is presented on it or on the child that is on show.
  public var presents: Bool { effectivePresented != nil }

  /// The container of a kind that is nearest to the eye; nil if none is.
  public func shownContainer(_ kinds: [Container.Kind]) -> Container? {
    if let presented { return presented.controller.shownContainer(kinds) }
    guard let container else { return nil }
    if let index = container.shownIndex,
      let below = container.children[index].shownContainer(kinds)
    {
      return below
    }
    return kinds.contains(container.kind) ? container : nil
  }

  /// The live policy of a number, wherever in the tree it answers; nil when it is nowhere.
  func livePolicy(_ id: PolicyID) -> LivePolicy? {
    if case .live(let policy) = policy, policy.id == id { return policy }
    return presented?.controller.livePolicy(id)
      ?? container?.children.lazy.compactMap { $0.livePolicy(id) }.first
  }
}

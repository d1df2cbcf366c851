// SPDX-License-Identifier: Apache-2.0

extension Exploration {
  /// One event with the state that it led to.
  struct PathStep {
    var event: CheckEvent
    var next: PackedState
  }

  /// The way on which a state was reached first.
  func path(to index: Int) -> [PathStep] {
    var steps: [PathStep] = []
    var index = index
    while index != 0 {
      let parent = space.parent(index)
      let wanted = space[index]
      var found: PathStep?
      model.kernel.expand(space[parent], removes: removes) { event, step in
        if found == nil, step.next == wanted { found = PathStep(event: event, next: wanted) }
      }
      if let found { steps.append(found) }
      index = parent
    }
    return steps.reversed()
  }

  /// The way to a fault, with what has to follow to see it.
  func path(to sighting: Violation) -> [PathStep] {
    var steps = path(to: sighting.state)
    if let event = sighting.event, let next = sighting.next {
      steps.append(PathStep(event: event, next: next))
    }
    var state = steps.last?.next ?? model.initial
    for event in sighting.tail {
      model.kernel.step(event, state) { state = $1.next }
      steps.append(PathStep(event: event, next: state))
    }
    return steps
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Plays a stack's events through an arbiter with a simulated display, and keeps the verdicts.
struct Replayer {
  private var display: InstantDisplay
  private(set) var verdicts: [Verdict] = []

  /// Creates a replayer and plays the set-up, unless the stack is running.
  init(_ stack: CheckStack) {
    display = InstantDisplay(Arbiter(rules: stack.rules, scene: stack.scene))
    play(stack.isRunning ? .observe : .setUp)
  }

  var arbiter: Arbiter { display.arbiter }

  mutating func play(_ event: Event) { verdicts += display.play(event, at: .zero) }

  /// Makes a window the page; returns the event, if one was needed.
  mutating func makePage(_ window: WindowID) -> [Event] {
    let scene = arbiter.scene
    if scene.pageIndex.map({ scene.windows[$0].id }) == window { return [] }
    play(.window(window, .makeKey))
    return [.window(window, .makeKey)]
  }

  /// Plays a path and returns its events; where the key differs from the path's, a key event is
  /// added.
  ///
  /// Nil if that is impossible.
  mutating func play(_ path: some Sequence<Exploration.PathStep>, of model: CheckModel) -> [Event]?
  {
    var events: [Event] = []
    for step in path {
      let event = step.event.event(in: model)
      events.append(event)
      play(event)
      if verdicts.last?.error?.isException == true { return events }
      if model.isKeyFree { continue }
      let key = step.next.key < model.ids.count ? model.ids[step.next.key] : nil
      guard arbiter.scene.keyWindow != key else { continue }
      guard let key else { return nil }
      events.append(.window(key, .makeKey))
      play(.window(key, .makeKey))
    }
    return events
  }
}

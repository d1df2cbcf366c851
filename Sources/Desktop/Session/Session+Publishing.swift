// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

extension Session {
  /// Compares what is known with what has been said, and says the difference.
  func publish() {
    // Until everything has been reported the parts of an output would come piece by piece.
    guard isReady else { return }
    let old = outputs
    outputs = currentOutputs()
    for output in old where !outputs.contains(where: { $0.name == output.name }) {
      emit(.outputRemoved(output.name))
    }
    for output in outputs {
      guard let before = old.first(where: { $0.name == output.name }) else {
        emit(.outputAdded(output))
        continue
      }
      if before != output { emit(.outputChanged(output)) }
    }
    // A window names the outputs it is on, and those may just have got or lost their names.
    publishWindows()
  }

  /// Says what is different about windows if they have said something since the last time.
  ///
  /// Once for all that came in one go: looking costs as much as there are windows.
  func publishStaleWindows() {
    if areWindowsStale { publishWindows() }
  }

  func publishWindows() {
    guard isReady else { return }
    areWindowsStale = false
    let old = windows
    windows = currentWindows()
    let there = Set(windows.map(\.id))
    for window in old where !there.contains(window.id) { emit(.windowRemoved(window.id)) }
    let known = Dictionary(old.map { ($0.id, $0) }) { first, _ in first }
    for window in windows {
      guard let before = known[window.id] else {
        emit(.windowAdded(window))
        continue
      }
      if before != window { emit(.windowChanged(window)) }
    }
  }

  /// From the one that knows most; while the session is locked with the lock screen on top.
  private func currentWindows() -> [DesktopWindow] {
    var result: [DesktopWindow]
    if let windowSource {
      result = windowSource.windows
    } else if let plasmaWindows {
      result = plasmaWindows.windows.filter(\.isKnown).map { $0.window(among: outputs) }
    } else {
      result = (windowList?.windows ?? []).filter(\.isKnown).map { tracker in
        tracker.window { proxy in trackers.first { $0.proxy === proxy }?.facts?.name }
      }
    }
    guard isLocked else { return result }
    for index in result.indices { result[index].activated = false }
    return result + [.lockScreen]
  }

  /// Outputs with a wl_output first, then heads that are switched off.
  private func currentOutputs() -> [DesktopOutput] {
    let heads = manager?.heads.compactMap(\.facts) ?? []
    var result: [DesktopOutput] = []
    for facts in trackers.compactMap(\.facts) {
      guard let name = facts.name, !result.contains(where: { $0.name == name }) else { continue }
      var output = Self.output(name, facts, heads.first { $0.name == name })
      output.transform = applier?.transform(of: name) ?? output.transform
      output.canTurn = output.enabled && (applier.map { $0.obstacle(to: name) == nil } ?? false)
      result.append(output)
    }
    for head in heads where !result.contains(where: { $0.name == head.name }) {
      result.append(Self.output(head))
    }
    return result
  }

  /// The wl_output is believed where the two differ, but for a head that is off: its screen is dark,
  /// and to turn it would light it.
  private static func output(
    _ name: String, _ facts: OutputFacts, _ head: HeadFacts?
  ) -> DesktopOutput {
    var output = DesktopOutput(name: name)
    output.description = facts.description.isEmpty ? head?.description ?? "" : facts.description
    output.make = facts.make.isEmpty ? head?.make ?? "" : facts.make
    output.model = facts.model.isEmpty ? head?.model ?? "" : facts.model
    output.serial = head?.serial ?? ""
    output.transform = facts.transform
    output.scale = head?.scale.map { Double($0) } ?? Double(facts.scale)
    output.logicalPosition = facts.logicalPosition ?? head?.position ?? facts.position
    output.logicalSize = facts.size
    output.modeSize = facts.modeSize
    output.modeRefresh = facts.modeRefresh
    output.enabled = head?.isOff != true
    return output
  }

  private static func output(_ head: HeadFacts) -> DesktopOutput {
    var output = DesktopOutput(name: head.name)
    output.description = head.description
    output.make = head.make
    output.model = head.model
    output.serial = head.serial
    output.transform = head.transform ?? .normal
    output.scale = head.scale.map { Double($0) } ?? 1
    output.logicalPosition = head.position ?? Point(x: 0, y: 0)
    output.modeSize = head.mode?.size ?? Size(width: 0, height: 0)
    output.modeRefresh = head.mode?.refresh ?? 0
    return output
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

@testable import ModelChecker

/// A plain breadth-first search over the scenes of an arbiter: the oracle of the model checker.
///
/// No packed state, no table of decisions and no reduction: every event is played by the arbiter, and
/// every property is evaluated on its verdicts.
struct ReferenceSearch {
  /// A scene without the variables that no decision reads, and the windows that left.
  struct State: Hashable {
    var scene: Scene
    var gone: Set<WindowID>
  }

  /// The orientations of a window as the page, and those that it accepts then.
  struct PageRecord: Hashable {
    var met: Set<InterfaceOrientation> = []
    var accepted: Set<InterfaceOrientation> = []
  }

  private struct Node {
    var display: InstantDisplay
    /// The last verdict; only its last scene is read, which belongs to the state.
    var verdict: Verdict
    var gone: Set<WindowID> = []
    var depth = 0
  }

  /// The properties that a sequence of events violates, apart from the order of creation.
  static let searched: [CheckProperty] = [
    .barAgrees, .hiddenIsSilent, .turnAndBack, .oneApply, .lockIsAbsolute, .neverTraps,
  ]

  /// The number of events of a shortest counterexample, for each violated property.
  private(set) var lengths: [CheckProperty: Int] = [:]
  /// Whether all states were searched.
  private(set) var isComplete = false
  /// Whether set-up raises an exception.
  let raisesAtOnce: Bool
  /// The reached states.
  private(set) var states: Set<State> = []
  /// The outcomes of all decisions after set-up.
  private(set) var outcomes: Set<Outcome> = []
  /// The windows that were the page.
  private(set) var pages: [WindowID: PageRecord] = [:]

  private let stack: CheckStack
  private let comparesOrder: Bool
  private var queue: [Node] = []

  /// Searches at most `most` states.
  init(_ stack: CheckStack, most: Int) {
    self.stack = stack
    comparesOrder = stack.namesNoWindow
    let start = Replayer(stack)
    guard let verdict = start.verdicts.last else {
      raisesAtOnce = true
      return
    }
    raisesAtOnce = verdict.error?.isException == true
    if raisesAtOnce {
      lengths[.neverTraps] = 0
      return
    }
    // The launch is no event of a list: its decision is not repeated.
    judge(.barAgrees, [verdict], depth: 0)
    insert(Node(display: InstantDisplay(start.arbiter), verdict: verdict))
    var index = 0
    while index < queue.count, queue.count < most {
      expand(queue[index])
      index += 1
    }
    isComplete = index == queue.count
  }

  private mutating func insert(_ node: Node) {
    var scene = node.display.arbiter.scene
    let bar = scene.statusBar.orientation
    scene.statusBar = StatusBar()
    scene.statusBar.orientation = bar
    scene.device.felt = .portrait
    scene.hasPendingTurn = false
    for index in scene.windows.indices { scene.windows[index].needsTurn = false }
    guard states.insert(State(scene: scene, gone: node.gone)).inserted else { return }
    judgePage(scene)
    judgeTurns(node)
    judgeOrder(node)
    queue.append(node)
  }

  private mutating func expand(_ node: Node) {
    for event in events(node) {
      var next = node
      next.depth += 1
      guard let verdict = next.display.play(event, at: .zero).last else { continue }
      next.verdict = verdict
      if case .window(let id, .remove) = event { next.gone.insert(id) }
      if !triggers(of: verdict).isEmpty { outcomes.insert(outcome(of: verdict)) }
      for property in Self.searched where property != .turnAndBack {
        judge(property, [verdict], depth: next.depth)
      }
      if verdict.error?.isException != true { insert(next) }
    }
  }

  private func events(_ node: Node) -> [Event] {
    let scene = node.display.arbiter.scene
    var events = (0..<5).map { CheckEvent.device($0) }
      .filter { CheckEvent.index($0) != CheckEvent.index(scene.device.orientation) }
      .map { Event.device(.turned($0)) }
    events.append(.device(.rotationLock(!scene.device.isRotationLocked)))
    for entry in stack.windows {
      let id = entry.window.id
      if let window = scene.window(id) {
        events.append(.window(id, window.isHidden ? .show : .hide))
        if scene.keyWindow != id { events.append(.window(id, .makeKey)) }
        events.append(.window(id, .remove))
      } else if !entry.isThere, !node.gone.contains(id) {
        events.append(.add(entry.window, makesKey: entry.isKey))
      }
    }
    return events
  }

  private func triggers(of verdict: Verdict) -> [DecisionTrigger] {
    let before = verdict.before
    let after = before.after(verdict.event, rules: stack.rules)
    return stack.rules.triggers(for: verdict.event, before: before, after: after)
  }

  /// Returns the outcome of a verdict; a page that is replaced by another one has not turned.
  private func outcome(of verdict: Verdict) -> Outcome {
    guard stack.rules.scope == .window, verdict.error?.isException != true, let page = verdict.page,
      page.orientation == verdict.after.statusBar.orientation
    else { return verdict.outcome }
    if let before = verdict.before.window(page.window), before.orientation != page.orientation {
      return .turned
    }
    if verdict.moves.contains(where: { if case .putOff = $0 { true } else { false } }) {
      return .deferred
    }
    let stays = verdict.before.statusBar.orientation == page.orientation
    let isRefused = verdict.requested.map { $0 != page.orientation } ?? false
    return isRefused && stays ? .blocked : .unchanged
  }

  private mutating func judge(_ property: CheckProperty, _ verdicts: [Verdict], depth: Int) {
    if let known = lengths[property], known <= depth { return }
    let isBroken = property.isBroken(by: verdicts, rules: stack.rules) == true
    if isBroken || property == .oneApply && movesAgain(verdicts[0]) { lengths[property] = depth }
  }

  /// Returns whether a decision that turned the bar changes more when it is made once more.
  private func movesAgain(_ verdict: Verdict) -> Bool {
    let scene = verdict.after
    guard verdict.error?.isException != true,
      verdict.before.statusBar.orientation != scene.statusBar.orientation
    else { return false }
    return triggers(of: verdict).contains { trigger in
      var sink = MoveSink()
      _ = stack.rules.decide(trigger, in: scene, answers: Answers(), sink: &sink)
      return CheckStateTests.scene(scene, after: sink.moves) != scene
    }
  }

  /// Turns the device away and back in every way.
  private mutating func judgeTurns(_ node: Node) {
    let held = node.display.arbiter.scene.device.orientation
    guard held.interface != nil else { return }
    for other in (0..<4).map({ CheckEvent.device($0) }) where other != held {
      var display = node.display
      let verdicts = [other, held].flatMap { display.play(.device(.turned($0)), at: .zero) }
      if verdicts.contains(where: { $0.error?.isException == true }) { continue }
      judge(.turnAndBack, [node.verdict] + verdicts, depth: node.depth + 2)
    }
  }

  private mutating func judgePage(_ scene: Scene) {
    guard let page = scene.pageIndex else { return }
    let window = scene.windows[page]
    if pages[window.id] == nil { pages[window.id] = PageRecord(accepted: accepted(by: window.id)) }
    pages[window.id]?.met.insert(window.orientation)
  }

  /// Returns the orientations that a window accepts as the page at the start, with all windows shown; P3 leaves out
  /// the windows of outputs that do not rotate.
  private func accepted(by id: WindowID) -> Set<InterfaceOrientation> {
    var scene = Replayer(stack).arbiter.scene
    scene.windows = stack.windows.map { scene.window($0.window.id) ?? $0.window }
    for index in scene.windows.indices { scene.windows[index].isHidden = false }
    scene.keyHistory = [id]
    let output = scene.outputs.first { $0.id == scene.window(id)?.shell.output }
    if stack.rules.scope == .output, output?.isManaged == false { return [] }
    return Set(
      (UInt8(1)...4).compactMap { InterfaceOrientation(rawValue: $0) }.filter {
        stack.rules.pageAccepts($0, in: scene, answers: Answers()) == true
      })
  }

  private mutating func judgeOrder(_ node: Node) {
    guard comparesOrder, lengths[.orderIsFree] == nil else { return }
    let scene = node.display.arbiter.scene
    let devices = (0..<5).map { CheckEvent.device($0) }
    for device in devices where device != scene.device.orientation {
      if Self.dependsOnOrder(.device(.turned(device)), scene, of: stack) {
        lengths[.orderIsFree] = node.depth + 1
        return
      }
    }
  }
}

extension ReferenceSearch {
  /// The parts of a scene that a turn can change.
  private struct Shown: Hashable {
    var bar: InterfaceOrientation
    var windows: [WindowID: InterfaceOrientation]
  }

  /// Returns whether a turn differs with any window and the next one of its level exchanged.
  static func dependsOnOrder(_ turn: Event, _ scene: Scene, of stack: CheckStack) -> Bool {
    let windows = stack.windows.map(\.window)
    let here = shown(turn, scene, stack.rules) { $0 }
    return windows.indices.contains { left in
      guard let right = windows[(left + 1)...].first(where: { $0.level == windows[left].level })
      else { return false }
      // IDs are in the order of creation.
      func other(_ id: WindowID) -> WindowID {
        id == windows[left].id ? right.id : id == right.id ? windows[left].id : id
      }
      var mirrored = scene
      mirrored.windows = windows.compactMap { window in
        var moved = scene.window(other(window.id))
        moved?.id = window.id
        return moved
      }
      mirrored.keyHistory = scene.keyHistory.map(other)
      return shown(turn, mirrored, stack.rules, other) != here
    }
  }

  /// Returns what a scene shows after a turn, with other IDs; nil after an exception.
  private static func shown(
    _ event: Event, _ scene: Scene, _ rules: any RuleSet, _ other: (WindowID) -> WindowID
  ) -> Shown? {
    var arbiter = Arbiter(rules: rules, scene: scene)
    guard let verdict = CheckStepTests.play(event, on: &arbiter),
      verdict.error?.isException != true
    else { return nil }
    let windows = arbiter.scene.windows.map { (other($0.id), $0.orientation) }
    return Shown(
      bar: arbiter.scene.statusBar.orientation,
      windows: Dictionary(uniqueKeysWithValues: windows))
  }
}

extension CheckStack {
  /// Whether neither forwarded questions nor the app's delegate name a window by its number, so that
  /// the order of creation can be exchanged (P8).
  var namesNoWindow: Bool {
    !windows.contains { $0.window.root?.asksOthers == true }
      && scene.app.delegate?.entries.isEmpty != false
  }
}

extension Counterexample {
  /// Returns whether the events violate a property when an arbiter replays them.
  func violates(_ property: CheckProperty, _ stack: CheckStack) -> Bool {
    var replayer = Replayer(stack)
    guard property == .orderIsFree else {
      for event in events { replayer.play(event) }
      return property.isBroken(by: replayer.verdicts, rules: stack.rules) == true
    }
    for event in events.dropLast() { replayer.play(event) }
    guard let turn = events.last else { return false }
    return ReferenceSearch.dependsOnOrder(turn, replayer.arbiter.scene, of: stack)
  }
}

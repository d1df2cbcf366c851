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
  private struct Key: Hashable {
    var scene: Scene
    var gone: Set<WindowID>
  }

  private struct Node {
    var replayer: Replayer
    var gone: Set<WindowID>
    var depth: Int
  }

  /// The properties that are violated by a sequence of events.
  static let properties: [CheckProperty] = [
    .barAgrees, .hiddenIsSilent, .turnAndBack, .lockIsAbsolute, .neverTraps,
  ]

  /// The number of events of a shortest counterexample, for each violated property.
  private(set) var lengths: [CheckProperty: Int] = [:]
  /// Whether all states were searched.
  private(set) var isComplete = false

  private let stack: CheckStack
  private var known: Set<Key> = []
  private var queue: [Node] = []

  init(_ stack: CheckStack, most: Int) {
    self.stack = stack
    let start = Replayer(stack)
    if start.verdicts.last?.error?.isException == true { return }
    // The launch is no event of a list: its decision is not repeated without the hidden windows.
    for property in Self.properties where property != .turnAndBack && property != .hiddenIsSilent {
      judge(property, start, depth: 0)
    }
    insert(Node(replayer: start, gone: [], depth: 0))
    var index = 0
    while index < queue.count, queue.count < most {
      expand(queue[index])
      index += 1
    }
    isComplete = index == queue.count
  }

  private mutating func insert(_ node: Node) {
    var scene = node.replayer.arbiter.scene
    let bar = scene.statusBar.orientation
    scene.statusBar = StatusBar()
    scene.statusBar.orientation = bar
    scene.device.felt = .portrait
    scene.hasPendingTurn = false
    for index in scene.windows.indices { scene.windows[index].needsTurn = false }
    if known.insert(Key(scene: scene, gone: node.gone)).inserted {
      judgeTurns(node)
      queue.append(node)
    }
  }

  private mutating func expand(_ node: Node) {
    for event in events(node) {
      var next = node
      next.depth += 1
      next.replayer.play(event)
      if case .window(let id, .remove) = event { next.gone.insert(id) }
      judge(next.replayer, depth: next.depth)
      if next.replayer.verdicts.last?.error?.isException == true { continue }
      insert(next)
    }
  }

  private func events(_ node: Node) -> [Event] {
    let scene = node.replayer.arbiter.scene
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

  private mutating func judge(_ replayer: Replayer, depth: Int) {
    for property in Self.properties where property != .turnAndBack {
      judge(property, replayer, depth: depth)
    }
  }

  private mutating func judge(_ property: CheckProperty, _ replayer: Replayer, depth: Int) {
    guard lengths[property].map({ $0 > depth }) != false,
      property.isBroken(by: replayer.verdicts, rules: stack.rules) == true
    else { return }
    lengths[property] = depth
  }

  /// Turns the device away and back in every way.
  private mutating func judgeTurns(_ node: Node) {
    let held = node.replayer.arbiter.scene.device.orientation
    guard held.interface != nil else { return }
    for other in (0..<4).map({ CheckEvent.device($0) }) where other != held {
      var replayer = node.replayer
      for device in [other, held] { replayer.play(.device(.turned(device))) }
      if replayer.verdicts.suffix(2).contains(where: { $0.error?.isException == true }) { continue }
      judge(.turnAndBack, replayer, depth: node.depth + 2)
    }
  }
}

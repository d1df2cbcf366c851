// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What the sets share that know one orientation per display (format:display).
struct WholeDisplay {
  private let scene: Scene

  init(_ scene: Scene) { self.scene = scene }

  /// The windows from the top: by level, the later one above (format:z-order).
  var windowsFromTop: [Window] {
    scene.windows.enumerated()
      .sorted { ($0.element.level, $0.offset) > ($1.element.level, $1.offset) }
      .map(\.element)
  }

  /// What changes when the whole display shows an orientation.
  func moves(toShow target: InterfaceOrientation, by source: WindowID?) -> [Move] {
    var moves: [Move] = []
    for window in scene.windows where window.orientation != target {
      moves.append(.window(window.id, to: target))
    }
    if scene.statusBar.orientation != target {
      moves.append(.statusBar(to: target, by: source.map { .window($0) }))
    }
    return moves
  }

  /// The decisions that an event calls for; the scene has the event in it.
  func triggers(for event: Event, before: Scene) -> [DecisionTrigger] {
    switch event {
    case .device(.turned):
      guard before.device.orientation != scene.device.orientation else { return [] }
      return [.turn(to: scene.device.orientation.interface ?? .unknown, only: nil)]
    case .setUp, .add, .window, .device(.rotationLock), .device(.setting): return [.reconsider]
    default: return []
    }
  }

  /// What the device's turn asks for on this panel; nil if nothing new.
  func request(of event: Event, before: Scene) -> InterfaceOrientation? {
    guard case .device(.turned) = event, before.device.orientation != scene.device.orientation,
      let edge = scene.device.orientation.edgeUp
    else { return nil }
    return InterfaceOrientation(transform: edge.transform, on: scene.device.panel)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What the controller that an error names supports.
  func mask(of error: RotationError) -> OrientationMask? { vote(error.window)?.mask }

  /// The last answer about a controller's own mask; a geometry request is held against it (E-5).
  var lastMask: Asked? { verdict.asked.last { $0.mask != nil && $0.question != .appSupported } }

  /// Those outside whose masks a geometry request lies (E-5): whoever is blamed, else everybody who
  /// allows nothing of it, else all who had a say.
  var outside: [Party] {
    guard case .window(_, .requestGeometry(let wanted)) = verdict.event else { return [] }
    if let culprits = conflict(.veto)?.culprits, !culprits.isEmpty { return culprits }
    let limit = mask(of: Party.delegate) == nil ? Party.app : .delegate
    let all = [limit, .device] + (lastMask.map { [.window($0.window)] } ?? [])
    let none = all.filter { allowed(by: $0)?.isDisjoint(with: wanted) == true }
    return none.isEmpty ? all : none
  }

  /// What a party allows of itself; nil for a window that was not asked.
  func allowed(by party: Party) -> OrientationMask? {
    if case .window(let id) = party { vote(id)?.mask } else { mask(of: party) }
  }

  /// What app, delegate or device allow; nil for windows and for a delegate without an answer.
  func mask(of party: Party) -> OrientationMask? {
    let scene = verdict.after
    switch party {
    case .app:
      guard let list = scene.app.list(on: scene.device.idiom) else {
        return scene.device.idiom == .pad ? .all : .allButUpsideDown
      }
      return list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
    case .delegate: return verdict.asked.last { $0.question == .appSupported }?.mask
    case .device: return scene.device.mask
    case .window: return nil
    }
  }
}

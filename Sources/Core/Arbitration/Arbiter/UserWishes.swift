// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a person's wishes are as events, in the words of each family of rule sets.
public struct UserWishes: Sendable {
  private let scene: Scene
  private let family: RuleSetFamily

  /// Wishes that are made now of an arbiter's rule set.
  public init(_ arbiter: Arbiter) {
    scene = arbiter.scene
    family = arbiter.rules.family
  }

  /// Locks rotation, or frees it with nil.
  ///
  /// Android's and UIKit's sets know no lock to a class; they lock to what is shown if it is in the
  /// class, else to its first orientation.
  public func events(toLock lock: OrientationLock?) -> [Event] {
    guard let lock, lock != .any else { return [.device(.rotationLock(false))] }
    if lock == .current { return [.device(.rotationLock(true))] }
    switch family {
    case .desktop, .chromeos: return [.device(.setting(.userLock(lock)))]
    case .android:
      return [
        .device(.rotationLock(true)), .device(.setting(.userRotation(orientation(within: lock)))),
      ]
    case .uikit:
      return [
        .device(.rotationLock(false)), .device(.turned(orientation(within: lock).device)),
        .device(.rotationLock(true)),
      ]
    }
  }

  /// Turns the outputs to an orientation.
  ///
  /// Only the desktop's set knows a rotation of the user's own (W-14); to the others the device turns.
  public func events(toRotateTo orientation: InterfaceOrientation) -> [Event] {
    switch family {
    case .desktop: return [.device(.setting(.userRotation(orientation)))]
    case .uikit: return [.device(.turned(orientation.device))]
    case .android, .chromeos:
      let edge = orientation.transform(on: scene.device.panel).flatMap { PanelEdge(transform: $0) }
      return edge.map { [.device(.turned(DeviceOrientation(edgeUp: $0)))] } ?? []
    }
  }

  private func orientation(within lock: OrientationLock) -> InterfaceOrientation {
    let mask = lock.mask(on: scene.device.panel)
    let current = scene.shown ?? scene.statusBar.orientation
    return mask.allows(current) ? current : mask.first ?? current
  }
}

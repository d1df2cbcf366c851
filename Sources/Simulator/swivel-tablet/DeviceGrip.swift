// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The grip on the drawn device: one finger or the mouse turns it about its centre, two fingers
/// about each other.
struct DeviceGrip {
  /// The identifier of the mouse among the fingers.
  static let mouse: Int32 = -1

  private var fingers: [(id: Int32, x: Double, y: Double)] = []
  /// The angle between the fingers and the device, in degrees.
  private var offset = 0.0

  var isEmpty: Bool { fingers.isEmpty }

  func holds(_ id: Int32) -> Bool { fingers.contains { $0.id == id } }

  /// Adds a finger; positions and the device's centre are in pixels of the window.
  mutating func take(
    _ id: Int32, at x: Double, _ y: Double, about centre: (x: Double, y: Double), angle: Double
  ) {
    fingers.removeAll { $0.id == id }
    fingers.append((id, x, y))
    offset = angle - direction(about: centre)
  }

  /// Moves a finger and returns the device's new angle; nil for a finger that is not in the grip.
  mutating func move(
    _ id: Int32, to x: Double, _ y: Double, about centre: (x: Double, y: Double), angle: Double
  ) -> Double? {
    guard let index = fingers.firstIndex(where: { $0.id == id }) else { return nil }
    fingers[index] = (id, x, y)
    return Angle.shortest(from: angle, to: direction(about: centre) + offset)
  }

  /// Removes a finger; the others continue from the present angle.
  mutating func letGo(_ id: Int32, about centre: (x: Double, y: Double), angle: Double) {
    fingers.removeAll { $0.id == id }
    offset = angle - direction(about: centre)
  }

  /// Removes all fingers.
  mutating func letGo() { fingers = [] }

  /// Returns the direction of the fingers, clockwise in degrees.
  private func direction(about centre: (x: Double, y: Double)) -> Double {
    guard let first = fingers.first else { return 0 }
    let from = fingers.count > 1 ? (first.x, first.y) : centre
    let to = fingers.count > 1 ? fingers[1] : first
    return atan2(to.y - from.1, to.x - from.0) * 180 / .pi
  }
}

// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import WaylandServer

/// What a person's hands do, for tests: this compositor has no input devices of its own.
extension HeadlessCompositor {
  /// Moves the pointer to a point of the space that all outputs share.
  public func movePointer(to x: Double, _ y: Double) { seat.movePointer(to: x, y) }

  /// Moves the pointer by a distance.
  public func movePointer(by x: Double, _ y: Double) {
    seat.movePointer(to: seat.position.x + x, seat.position.y + y)
  }

  /// Presses or releases a button, numbered as in linux/input-event-codes.h.
  public func pressButton(_ button: UInt32, isDown: Bool) { seat.button(button, isDown: isDown) }

  /// Puts a finger down; fingers are told apart by a number of the caller's.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    seat.touchDown(finger, at: x, y)
  }

  /// Moves a finger that is down.
  public func touchMove(_ finger: Int32, to x: Double, _ y: Double) {
    seat.touchMove(finger, to: x, y)
  }

  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { seat.touchUp(finger) }

  /// Connects a client in this process; the caller closes the descriptor.
  public func connectClient() throws -> (descriptor: Int32, client: Client?) {
    let descriptor = try connect()
    return (descriptor, display.clients.last)
  }

  /// Puts a client's window, told by the number of its surface, at a point of the shared space.
  public func moveWindow(withSurface number: UInt32, of client: Client, to point: Point) {
    let window = stack.first {
      $0.surface.resource.client === client && $0.surface.resource.objectID == number
    }
    if let window { move(window, to: point) }
  }
}

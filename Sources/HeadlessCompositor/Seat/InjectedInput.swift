// SPDX-License-Identifier: Apache-2.0

/// What a person would do with a mouse and fingers, for tests: the compositor has no input devices.
public struct InjectedInput {
  let seat: Seat

  /// Moves the pointer to a point of the space that all outputs share.
  public func movePointer(to x: Double, _ y: Double) { seat.pointer.move(to: x, y) }

  /// Moves the pointer by a distance.
  public func movePointer(by x: Double, _ y: Double) { seat.pointer.move(by: x, y) }

  /// Presses or releases a button, numbered as in linux/input-event-codes.h.
  public func pressButton(_ button: UInt32, isDown: Bool) {
    seat.pointer.press(button, isDown: isDown)
  }

  /// Puts a finger down; fingers are told apart by a number of the caller's.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    seat.touch.down(finger, at: x, y)
  }

  /// Moves a finger that is down.
  public func touchMove(_ finger: Int32, to x: Double, _ y: Double) {
    seat.touch.move(finger, to: x, y)
  }

  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { seat.touch.up(finger) }
}

// SPDX-License-Identifier: Apache-2.0

extension Transform {
  /// The transform that does this one first and then the other.
  public func followed(by next: Transform) -> Transform {
    // Mirroring reverses the sense of the turns that were made before it.
    let turns = next.isFlipped ? -quarterTurns : quarterTurns
    return Transform(
      flipped: isFlipped != next.isFlipped, quarterTurns: turns + next.quarterTurns)
  }

  /// The transform that undoes this one; a flipped transform undoes itself.
  public var inverse: Transform {
    isFlipped ? self : Transform(flipped: false, quarterTurns: -quarterTurns)
  }

  /// The same picture with turns counted clockwise, as sway's commands count them.
  ///
  /// Not the inverse: flipped-90 becomes flipped-270 (swaywm/sway#4996).
  public var withDirectionReversed: Transform {
    Transform(flipped: isFlipped, quarterTurns: -quarterTurns)
  }
}

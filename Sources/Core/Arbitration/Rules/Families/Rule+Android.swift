// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// Android: a chain of gates, of which the first match wins, and the walk over the windows.
  ///
  /// The walk (from AN-19) runs first and yields the request; the chain turns it into a rotation.
  static let androidFamily: [Rule] = androidGates + androidWalk

  private static let androidGates: [Rule] = [
    Rule(
      .an1, .documented, [.displayRotation],
      "A display fixed to the user's rotation takes that, whatever sensor and windows say."),
    Rule(
      .an2, .documented, [.displayRotation],
      "A display other than the default one takes the user's rotation."),
    Rule(
      .an3, .documented, [.displayRotation],
      "With the lid open and a rotation set for that state, that rotation is taken."),
    Rule(
      .an4, .documented, [.displayRotation],
      """
      In a car dock the sensor's rotation is taken if the dock allows it, else the dock's own \
      rotation if one is set.
      """),
    Rule(
      .an5, .documented, [.displayRotation],
      """
      In a desk dock the sensor's rotation is taken if the dock allows it, else the dock's own \
      rotation if one is set.
      """),
    Rule(
      .an6, .documented, [.displayRotation],
      "With HDMI plugged in and the demo lock for HDMI on, the demo rotation is taken."),
    Rule(
      .an7, .documented, [.displayRotation],
      "With HDMI plugged in outside a dock and a rotation set for that, that rotation is taken."),
    Rule(
      .an8, .documented, [.displayRotation],
      "With the demo lock on, the demo rotation is taken."),
    Rule(
      .an9, .documented, [.displayRotation],
      "In a persistent VR mode the display is held in portrait."),
    Rule(
      .an10, .documented, [.displayRotation],
      "A request of locked keeps the last rotation."),
    Rule(
      .an11, .documented, [.displayRotation],
      "On a device without auto-rotation neither sensor nor user proposes a rotation."),
    Rule(
      .an12, .documented, [.displayRotation, .displayRotationTests],
      """
      The sensor decides if the user left rotation free and the request is unspecified, user, \
      full-user or a user class, or if the request is sensor, full-sensor or a sensor class.
      """),
    Rule(
      .an13, .documented, [.displayRotation, .displayRotationTests],
      """
      A sensor rotation of 180 degrees counts only if the device allows all four or the request is \
      full-sensor or full-user; otherwise the last rotation stays.
      """),
    Rule(
      .an14, .documented, [.displayRotation, .displayRotationTests],
      """
      If the user locked rotation and the request is not nosensor or a fixed landscape or \
      portrait, the user's rotation is proposed.
      """),
    Rule(
      .an15, .documented, [.displayRotation],
      "Where no gate matched, no rotation is proposed."),
    Rule(
      .an16, .documented, [.displayRotation],
      """
      The request limits the proposal: one of the right class stands; else sensor and user classes \
      take the last rotation if that fits, else the class's default; with none at all, rotation 0.
      """),
    Rule(
      .an17, .documented, [.displayRotation],
      "A sensor without an opinion (-1) is replaced by the last rotation before the chain starts."),
    Rule(
      .an18, .documented, [.displayRotation],
      """
      On a naturally landscape device portrait means rotation 270 by default; a device whose default \
      is reversed exchanges 90 and 270.
      """),
  ]

  private static let androidWalk: [Rule] = [
    Rule(
      .an19, .documented, [.windowContainer],
      "A container that cannot provide an orientation reports unset."),
    Rule(
      .an20, .documented, [.windowContainer],
      """
      A container's own request, if neither unset nor unspecified, is its answer, and the \
      container is recorded as the source.
      """),
    Rule(
      .an21, .documented, [.windowContainer],
      """
      Otherwise its children are asked from top to bottom; behind is remembered as the candidate \
      and the search goes on below.
      """),
    Rule(
      .an22, .documented, [.windowContainer],
      "A child that reports unset is skipped."),
    Rule(
      .an23, .documented, [.windowContainer],
      """
      A child with an explicit request wins even if it does not fill its parent, one with \
      unspecified only if it does; the winner is recorded as the source.
      """),
    Rule(
      .an24, .documented, [.windowContainer],
      "When no child won, the candidate is the answer."),
    Rule(
      .an25, .documented, [.windowContainer],
      """
      An activity counts only while it is visible or opening and not closing; when looking behind, \
      visibility is not required.
      """),
    Rule(
      .an26, .documented, [.taskDisplayArea, .compatibilityMode],
      """
      A display area told to ignore requests reports unset, and elsewhere only the focused task \
      area may ask. Android 16 ignores requests by default on displays of 600 dp and more.
      """),
    Rule(
      .an27, .documented, [.compatOverrides],
      """
      An app that changes its request at least twice, less than 1000 ms apart, counts as looping \
      and may be ignored.
      """),
  ]
}

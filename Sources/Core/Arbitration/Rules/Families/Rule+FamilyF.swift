// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// Forcing an orientation and locking one.
  static let familyF: [Rule] = [
    Rule(
      .f1, .empirical, [.nuno, .classDump("7.0"), .seed(0), .seed(1)],
      """
      Up to iOS 15, writing UIDevice.orientation by key changes the stored value, posts the device \
      notification and turns whatever the usual rules let turn.
      """),
    Rule(
      .f2, .empirical, [.orientationLocker],
      """
      Writing the value that is already there does nothing, so libraries write unknown first.
      """),
    Rule(
      .f3, .inferred, [.felix],
      """
      The sensor overrides a written value at the next real turn.
      """),
    Rule(
      .f4, .documented, [.attempt, .headers9, .felix],
      """
      attemptRotationToDeviceOrientation retries every window towards the current device \
      orientation; it does not pull a window into a narrowed mask that lacks that orientation.
      """),
    Rule(
      .f5, .seed, [.seed(1), .seed(2)],
      """
      Pages are locked and unlocked by changing the delegate's mask, then F-1, then F-4; to lock \
      what is seen, device landscape left means interface landscape right and the reverse.
      """),
    Rule(
      .f6, .documented, [.notes16, .capacitor],
      """
      From iOS 16 F-1 is refused (E-6); a changed mask (E-2) or a geometry request (E-4) takes its \
      place.
      """),
    Rule(
      .f7, .documented, [.notes6, .qt],
      """
      The app can set the bar's orientation in manual mode only (B-11), and restores the old value \
      before it lets the interface turn by itself again.
      """),
    Rule(
      .f8, .empirical, [.dummyPresentation],
      """
      Presenting and dismissing an empty full-screen controller forces a new evaluation up to iOS \
      7; from 8 it cannot be relied on.
      """),
    Rule(
      .f9, .seed, [.seed(0)],
      """
      The last resort is a transform of the view or window, which turns what is seen and leaves \
      the interface orientation alone.
      """),
    Rule(
      .f10, .empirical, [.cameraManager, .swiftyCam, .sceneOrientation, .seed(0)],
      """
      The user's lock holds a phone in portrait and a pad in its current orientation. While it is \
      on the device orientation does not change, nothing is posted and nobody is asked.
      """),
    Rule(
      .f11, .inferred, [.lockNote],
      """
      The user's lock stops neither the preferred orientation of a presentation nor a forced \
      orientation.
      """),
  ]
}

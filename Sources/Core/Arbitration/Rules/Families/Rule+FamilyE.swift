// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// iOS 16 and later: what is new over family D.
  static let familyE: [Rule] = [
    Rule(
      .e1, .documented, [.notes16, .headers16],
      """
      The value of shouldAutorotate changes nothing any more; a page that must not turn says so in \
      its mask.
      """),
    Rule(
      .e2, .documented, [.headers16, .needsUpdate],
      """
      A controller announces a changed mask or preferred orientation with \
      setNeedsUpdateOfSupportedInterfaceOrientations, which replaces attemptRotation and animates \
      unless told not to.
      """),
    Rule(
      .e3, .inferred, [.needsUpdate],
      """
      After such an announcement the interface leaves at once an orientation that is no longer in \
      the mask, without waiting for the device to move.
      """),
    Rule(
      .e4, .documented, [.headers16, .geometry],
      """
      requestGeometryUpdate lets the system choose among the orientations that are both requested \
      and supported; an empty request means no preference.
      """),
    Rule(
      .e5, .empirical, [.capacitor],
      """
      A request that shares no orientation with the supported ones calls the error handler with \
      UISceneErrorDomain 101 and changes nothing; no exception is raised.
      """),
    Rule(
      .e6, .empirical, [.flutterOrientation, .orientationLocker, .capacitor],
      """
      Writing UIDevice.orientation is refused and logged as a fault of the client.
      """),
    Rule(
      .e7, .empirical, [.forum, .classDump16],
      """
      The scene decides once and then drives each of its windows to the result.
      """),
    Rule(
      .e8, .documented, [.prefersLocked, .isLocked, .tn3192],
      """
      From 26.0 a controller may prefer its orientation locked. The wish counts only while the \
      scene is as large as the screen, centred on it and not covered, and is dropped when that \
      ends.
      """),
    Rule(
      .e9, .documented, [.sceneOrientation],
      """
      From 26.0 a scene's orientation is read from its effective geometry; the property of its own \
      is deprecated.
      """),
    Rule(
      .e10, .documented, [.delegateMask, .applicationMask, .sceneDelegateMask],
      """
      From 27.0 the scene delegate's mask takes the place of the app's list for that scene, and \
      the list counts where it is not implemented; the app delegate's mask is deprecated.
      """),
  ]
}

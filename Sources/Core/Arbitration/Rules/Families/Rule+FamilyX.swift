// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// Exceptions, and how to keep clear of them.
  static let familyX: [Rule] = [
    Rule(
      .x1, .empirical, [.ejecta, .intune, .bubbleWrap, .statusBarNotification(105)],
      """
      An empty intersection of app mask and controller mask raises \
      UIApplicationInvalidInterfaceOrientation when the controller lets the interface turn.
      """),
    Rule(
      .x2, .inferred, [.headers9, .notes6, .qt],
      """
      An empty mask of the controller itself raises X-1 if shouldAutorotate is YES; with NO it is \
      manual mode (B-11).
      """),
    Rule(
      .x3, .documented, [.headers9, .photoBrowser, .unionAD, .photoViewer],
      """
      A preferred orientation outside the controller's own mask raises an exception, at \
      presentation and at dismissal for the controller that is revealed.
      """),
    Rule(
      .x4, .empirical, [.sdl],
      """
      A guard against X-1: where the wanted and the valid mask share nothing, answer with the \
      valid one, and never offer upside down on a phone.
      """),
  ]
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// iOS 13 to 15: the differences from group C.
  static let groupD: [Rule] = [
    Rule(
      .d1, .documented, [.headers13, .headers16, .sceneOrientation],
      """
      The interface orientation belongs to the window scene. The app-wide bar orientation, key \
      window and bar notifications are deprecated, but still kept up and posted.
      """),
    Rule(
      .d2, .documented, [.headers13, .headers16],
      """
      After a turn the scene's delegate is told with the previous orientation, size and traits.
      """),
    Rule(
      .d3, .documented, [.headers16],
      """
      A window made for a scene starts with that scene's frame and orientation; a window without a \
      scene is on no screen.
      """),
    Rule(
      .d4, .empirical, [.jierong],
      """
      The default style of presentation no longer fills the screen, so a controller presented by \
      default is not asked.
      """),
    Rule(
      .d5, .documented, [.headers16],
      """
      From 15 each scene has its own key window, and a window can refuse to become key through a \
      public property.
      """),
    Rule(
      .d6, .empirical, [.strayWindow2019, .smartDeviceLink(1480)],
      """
      Stray windows behave as before: merely creating a second window with a root controller is \
      enough for it to be asked.
      """),
  ]
}

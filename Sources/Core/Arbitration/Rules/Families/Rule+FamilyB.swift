// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// iOS 6 and 7, most of it kept since: masks instead of one question per orientation.
  static let familyB: [Rule] = [
    Rule(
      .b1, .documented, [.headers9],
      """
      The device orientation asks for the interface orientation with the same raw value; unknown, \
      face up and face down ask for nothing.
      """),
    Rule(
      .b2, .documented, [.qa1688, .notes6, .supported],
      """
      The topmost controller is asked shouldAutorotate first. NO ends the decision: the window \
      stays and no mask is asked for.
      """),
    Rule(
      .b3, .documented, [.qa1688, .guide, .tn2244],
      """
      The window turns only to an orientation in the intersection of app mask, topmost \
      controller's mask and device mask; otherwise it ignores the device and stays.
      """),
    Rule(
      .b4, .documented, [.qa1688, .delegateMask, .tn2244],
      """
      The app delegate's mask for a window takes the place of the app's list, and is not \
      intersected with it. It counts after launch only.
      """),
    Rule(
      .b5, .documented, [.headers9, .ejecta, .intune, .bubbleWrap],
      """
      An empty intersection while shouldAutorotate answers YES raises the exception of X-1. Where \
      shouldAutorotate no longer counts (E-1) it is taken as YES.
      """),
    Rule(
      .b6, .documented, [.notes6, .nuno],
      """
      The mask is asked for when the device turns and when a full-screen controller is presented \
      or dismissed. Push, pop and a change of tab ask nobody.
      """),
    Rule(
      .b7, .documented, [.notes6, .qa1688, .classDump("6.0")],
      """
      Containers do not consult their children: each answers with its class's default, and what a \
      child overrides is never called.
      """),
    Rule(
      .b8, .documented, [.headers16, .tn2244, .classDump("7.0")],
      """
      From 7.0 navigation, tab, split and page controllers take their mask and preferred \
      orientation from their own delegate, if it implements the hooks.
      """),
    Rule(
      .b9, .classDump, [.classDump("6.0 to 12")],
      """
      No container delegate can answer shouldAutorotate; a container says YES unless a subclass \
      overrides it.
      """),
    Rule(
      .b10, .documented, [.notes6Legacy, .classDump("6.0")],
      """
      A controller that implements only shouldAutorotateToInterfaceOrientation: gets a mask made \
      of the orientations to which that method says YES.
      """),
    Rule(
      .b11, .documented, [.notes6, .qt],
      """
      An app may set the status bar's orientation itself only while the topmost full-screen \
      controller's mask is empty (manual mode); at other times setting it does nothing.
      """),
    Rule(
      .b12, .documented, [.qa1688],
      """
      An app's main window without a root controller turns by the app mask alone, and no \
      controller is told. Other windows without one: M-7.
      """),
    Rule(
      .b13, .documented, [.viewController, .seed(4)],
      """
      A controller covered by its own full-screen presentation gets no rotation callbacks; it is \
      only laid out anew when it comes back.
      """),
    Rule(
      .b14, .documented, [.preferred, .headers9, .seed(4)],
      """
      A full-screen presentation turns the interface to the controller's preferred orientation; \
      one outside the controller's own mask raises X-3.
      """),
    Rule(
      .b15, .classDump, [.classDump("7.0"), .statusBarNotification(105)],
      """
      A window that gets a root controller is placed by that controller's mask, the status bar and \
      the device, so it may end up differently from the page. The exact order is format:placing.
      """),
  ]
}

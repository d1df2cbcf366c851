// SPDX-License-Identifier: Apache-2.0

// 01: something stopped a turn.
extension CodePage {
  static let blockedByPage = CodePage(
    .blockedByPage,
    means: "The turn that was asked for did not happen, and nobody but the page is the "
      + "reason: its topmost controller answered NO, or its mask lacks the orientation.",
    when: "The device turns, the page's own answers do not allow where it asks to go, and"
      + " no other window had to agree. Often this is what the author wanted. Or the app "
      + "sets the status bar while the page's mask is not empty.",
    do: "Nothing, if the page should stay. Else let its topmost controller, or the "
      + "container that answers for it, answer YES and support the orientation.",
    example: .scenario(
      file: "examples/recipes/overlay-created-lazily.yaml", step: 1,
      line: "SW0101 blocked: nothing turned to landscape-right - the page's window \"main\""
        + " answered NO (written)"))

  static let vetoByWindow = CodePage(
    .vetoByWindow,
    means: "The page would have turned. Another window that has to agree said no, or the "
      + "page's own window has autorotation disabled.",
    when: "Under rules by which windows have to agree, or with a window whose rule on a "
      + "desktop says that it may veto, or after a disable call without its enable "
      + "call.",
    do: "Let the window named answer what the key window answers, take its root away "
      + "while it is hidden, or take its veto away. The table shows whether anybody "
      + "wrote its answer.",
    example: .scenario(
      file: "examples/scenarios/hidden-overlay-veto.yaml", step: 1,
      line: "SW0110 blocked: hidden window \"overlay\" vetoes landscape-right - it answered"
        + " NO (written)"))

  static let vetoBySetting = CodePage(
    .vetoBySetting,
    means: "The page would have turned. What the app lists, what its delegate allows or "
      + "where the device goes at all does not include the orientation.",
    when: "The masks of app and page overlap, but not at the orientation that the device "
      + "asks for.",
    do: "Add the orientation to the app's list, or to the mask that the delegate gives "
      + "for that window; or count on its absence.",
    example: .scenario(
      file: "examples/recipes/lock.yaml", step: 3,
      line: "SW0111 blocked: the app delegate does not allow portrait - \"main\" would turn"
        + " (the app delegate: R)"))

  static let emptyIntersection = CodePage(
    .emptyIntersection,
    means: "The controller's mask and the app's have no orientation in common. The "
      + "platform raises UIApplicationInvalidInterfaceOrientation, which ends the app.",
    when: "A controller that is fixed to one orientation is presented, or becomes a root,"
      + " in an app that does not list that orientation; or a mask is empty.",
    do: "Let the controller support an orientation that the app allows, or have the "
      + "app's list or its delegate allow one that the controller supports.",
    example: .scenario(
      file: "examples/rules/X-1-portrait-picker.yaml", step: 1,
      line: "SW0120 exception: no orientation suits everyone "
        + "(UIApplicationInvalidInterfaceOrientation) - \"picker\" in window \"main\" "
        + "supports P, the app's list allows R L"))
}

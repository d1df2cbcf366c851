// SPDX-License-Identifier: Apache-2.0

// 04: an error was raised.
extension CodePage {
  static let exception = CodePage(
    .exception,
    means: "An exception was raised for which no conflict is known.",
    when: "Never with the rule sets that come along: their exceptions have SW0120 or "
      + "SW0401. A rule set of somebody's own can raise others.",
    do: "Read the rule that the table cites beside the window, then the answers of that"
      + " window.",
    example: .described(
      "A rule set of your own refuses an app without a single window by raising an "
        + "exception, and records no conflict for it."))

  static let preferredNotSupported = CodePage(
    .preferredNotSupported,
    means: "A controller prefers an orientation outside its own mask. The platform raises "
      + "UIApplicationInvalidInterfaceOrientation.",
    when: "The controller is presented over the full screen, or revealed when another one"
      + " is dismissed.",
    do: "Let the controller support what it prefers, or prefer something that it "
      + "supports.",
    example: .scenario(
      file: "examples/rules/X-3-on-dismissal.yaml", step: 3,
      line: "SW0401 exception: UIApplicationInvalidInterfaceOrientation - \"gallery\" in "
        + "window \"main\" prefers portrait, which it does not support (R L)"))

  static let refused = CodePage(
    .refused,
    means: "The platform did not do what the app asked for; nothing changed, and the app "
      + "goes on.",
    when: "From iOS 16 the device's orientation can no longer be written, and a geometry "
      + "request for orientations that nobody supports is answered with an error.",
    do: "Change the mask and announce it, or ask for an orientation that the topmost "
      + "controller supports.",
    example: .scenario(
      file: "examples/recipes/rotate-button-ios16.yaml", step: 1,
      line: "SW0402 refused: the device's orientation cannot be written - rule set "
        + "uikit-16 forbids it"))

  static let forwardingCycle = CodePage(
    .forwardingCycle,
    means: "A question came back to somebody who had already passed it on. A class default"
      + " answered, so that the question had an end; the platform itself would not have"
      + " one.",
    when: "An overlay asks the key window's topmost controller, and that one is the "
      + "overlay's own, or asks the overlay back.",
    do: "Let one of them answer by itself.",
    example: .scenario(
      file: "examples/rules/C-4-alert.yaml", step: 2,
      line: "SW0403 turned: window \"main\" asked in a circle: nav - the class default "
        + "answered instead"))
}

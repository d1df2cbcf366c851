// SPDX-License-Identifier: Apache-2.0

// 03: parts of the screen differ.
extension CodePage {
  static let split = CodePage(
    .split,
    means: "Status bar and page stand differently, and no other window did it.",
    when: "The app set the bar itself, or the page's window turned and has no say over "
      + "the bar.",
    do: "Let the page's window control the status bar, or have the app put the bar back"
      + " before windows are asked again.",
    example: .scenario(
      file: "examples/rules/F-7-restore-before-autorotation.yaml", step: 1,
      line: "SW0300 split: the status bar turned, the page did not - the app set the bar "
        + "itself"))

  static let hijack = CodePage(
    .hijack,
    means: "A window that is not the page was asked, agreed to turn and wrote the status "
      + "bar; the page stayed.",
    when: "A window that nobody thinks of keeps a root controller, shown or hidden, whose"
      + " answers are the defaults. The page says NO, the stray window says YES.",
    do: "Let the window answer what the key window answers, take its root away while it"
      + " is hidden, or create it only when it is shown.",
    example: .scenario(
      file: "examples/scenarios/hidden-menu-window.yaml", step: 1,
      line: "SW0301 split: the status bar turned, the page did not - hidden window \"menu\""
        + " answered YES by default, \"main\" said NO"))

  static let hijackAtCreation = CodePage(
    .hijackAtCreation,
    means: "A window wrote the status bar at the moment it was created, shown or given its"
      + " root, before anybody turned the device.",
    when: "A new window is placed by the mask of its own root, by the bar and by the "
      + "device, and the device is held otherwise than the page.",
    do: "Give the window the page's mask before it gets its root, or create it when it "
      + "is to be shown.",
    example: .scenario(
      file: "examples/rules/B-15-placed-by-the-device.yaml", step: 1,
      line: "SW0302 split: the status bar turned, the page did not - window \"overlay\" "
        + "turned the bar when it came"))

  static let stuck = CodePage(
    .stuck,
    means: "The window that turned the status bar is gone, hidden or without a root, and "
      + "the bar still stands where it put it.",
    when: "An overlay that turned the bar goes away, and no window writes the bar "
      + "afterwards.",
    do: "Have a window write the bar again: have all try to turn where the page accepts "
      + "what the device asks for, else give its window its root once more. Better, keep "
      + "the overlay from turning the bar alone.",
    example: .scenario(
      file: "examples/rules/M-19-stuck-after-hiding.yaml", step: 2,
      line: "SW0303 split: the status bar stands at landscape-right, the page at portrait"
        + " - hidden window \"overlay\" turned the bar and then left, nobody turned it "
        + "back"))

  static let keyboardSplit = CodePage(
    .keyboardSplit,
    means: "The keyboard stands with the status bar and not with the page that has the "
      + "text focus. It comes beside the split itself, after the word also.",
    when: "A text field has the focus while bar and page differ.",
    do: "What helps against the split; the keyboard follows.",
    example: .scenario(
      file: "examples/rules/M-10-keyboard-split.yaml", step: 2,
      line: "SW0304 keyboard-split: the keyboard follows the status bar and differs from "
        + "the page - hidden window \"menu\""))

  static let reverseSplit = CodePage(
    .reverseSplit,
    means: "Status bar and page agree; another window that is shown stands differently.",
    when: "The page turns and an overlay does not want to.",
    do: "Let the overlay answer what the key window answers, or have its content not "
      + "depend on the orientation.",
    example: .scenario(
      file: "examples/rules/M-2-no-veto.yaml", step: 1,
      line: "SW0305 turned: status bar and page are at landscape-right - window \"overlay\""
        + " stands at portrait, it answered NO (written)"))
}

// SPDX-License-Identifier: Apache-2.0

// 02: nothing is wrong.
extension CodePage {
  static let turned = CodePage(
    .turned,
    means: "The page turned, or an output did, and status bar and page agree.",
    when: "Everybody who was asked allowed it.",
    do: "Nothing.",
    example: .scenario(
      file: "examples/rules/M-2-no-veto.yaml", step: 2,
      line: "SW0201 turned: landscape-right -> portrait - \"main\" answered YES by default"))

  static let unchanged = CodePage(
    .unchanged,
    means: "Nothing had to turn. The first line names the gate at which the decision "
      + "ended, or what stands already as it was asked for.",
    when: "The device lies flat or is unknown, the rotation lock is on, the event asks "
      + "nobody, or everything stands where it was asked to.",
    do: "Nothing. If a turn was expected, --full lists the gates in their order.",
    example: .scenario(
      file: "examples/rules/B-1-flat-is-ignored.yaml", step: 1,
      line: "SW0202 unchanged: the device lies flat (face-up), which asks for nothing"))

  static let deferred = CodePage(
    .deferred,
    means: "The turn was asked for and waits; it is made up for without another event of "
      + "the device.",
    when: "The app is in the background, or the page's window has autorotation disabled.",
    do: "Nothing, if it is enabled or in front again soon. A window that never turns "
      + "again lacks an enable call for one of its disable calls.",
    example: .scenario(
      file: "examples/rules/M-16-queued-turn.yaml", step: 2,
      line: "SW0203 deferred: the turn waits - the app is in the background and looks "
        + "again in the foreground"))
}

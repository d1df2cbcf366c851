// SPDX-License-Identifier: Apache-2.0

// 05: the display server's result of a change; only in live sessions.
extension CodePage {
  static let outputConfirmed = CodePage(
    .outputConfirmed,
    means: "The display server shows the transform that was asked for.",
    when: "After every change that worked.",
    do: "Nothing.",
    example: .described(
      "swivel run turns the built-in panel; the compositor applies the "
        + "configuration and reports the new transform."))

  static let outputRetried = CodePage(
    .outputRetried,
    means: "The transform is not there yet and is asked for once more.",
    when: "The compositor refused or cancelled the change, or stayed silent; a few "
      + "attempts are made.",
    do: "Nothing; another line says how it ended.",
    example: .described(
      "Another program changes the scale of an output while swivel run turns it, so"
        + " the first configuration is cancelled."))

  static let outputRefused = CodePage(
    .outputRefused,
    means: "The display server refused every attempt; the old transform stands until the "
      + "device turns again.",
    when: "The compositor cannot drive the output in that transform, or a rule of its own"
      + " forbids it.",
    do: "Try the transform by hand with wlr-randr; the compositor's log says why it "
      + "refuses.",
    example: .described(
      "A compositor without support for rotated hardware planes answers each "
        + "configuration with failed."))

  static let outputCancelled = CodePage(
    .outputCancelled,
    means: "The outputs kept changing while the change was asked for, so that every "
      + "attempt was out of date.",
    when: "A dock is plugged in, or another program rearranges the outputs all the time.",
    do: "End the other program; the next turn of the device tries again.",
    example: .described(
      "A monitor with a loose cable comes and goes four times while the tablet is "
        + "turned."))

  static let outputUnanswered = CodePage(
    .outputUnanswered,
    means: "The display server took the change and never showed it.",
    when: "The compositor hangs, or its protocol says yes without doing it.",
    do: "See whether the compositor still reacts; the next turn of the device tries "
      + "again.",
    example: .described(
      "A compositor that is stopped in a debugger neither refuses nor applies the "
        + "configuration."))

  static let outputUnsupported = CodePage(
    .outputUnsupported,
    means: "The display server has no protocol by which a client may turn an output.",
    when: "The session does not run under a wlroots compositor, or that protocol is "
      + "disabled.",
    do: "Use a compositor with wlr-output-management, such as sway, labwc, river or "
      + "Wayfire.",
    example: .described(
      "swivel run under Weston, which lists outputs but lets no client change them."))

  static let outputByOther = CodePage(
    .outputByOther,
    means: "Somebody else turned the output. That counts as the user's own rotation and is"
      + " not fought.",
    when: "A person uses wlr-randr or the display settings, or a second program for "
      + "rotation runs.",
    do: "End the second program if there is one; the next turn of the device decides "
      + "anew.",
    example: .described(
      "wlr-randr --output eDP-1 --transform 180 while swivel run is running."))

  static let outputOverruled = CodePage(
    .outputOverruled,
    means: "Somebody else turned the output, and the configuration or the end of the machine's "
      + "sleep says that it is turned back.",
    when: "other-writers is overrule, or an output came back from sleep as its driver likes.",
    do: "Nothing; set other-writers to respect if the other program is to have its way.",
    example: .described(
      "wlr-randr --output eDP-1 --transform 180 while swivel run is told to overrule others."))

  static let outputContested = CodePage(
    .outputContested,
    means: "The output was turned back and turned away again within a second, three times in a "
      + "row. The other's transform stands until the device turns.",
    when: "Two programs are told to have the last word, such as KWin's automatic rotation and "
      + "swivel with other-writers: overrule.",
    do: "Find the other program with swivel doctor and end it, or set other-writers to respect.",
    example: .described("A script that runs wlr-randr whenever the output changes."))
}

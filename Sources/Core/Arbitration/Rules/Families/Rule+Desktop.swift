// SPDX-License-Identifier: Apache-2.0

extension Rule {
  /// Our own rules for outputs and windows of a Wayland desktop; an earlier one goes first.
  static let desktopFamily: [Rule] = [
    Rule(
      .w1, .ours, [],
      """
      While the user's lock is on no window is asked; locked to what is shown nothing turns.
      """),
    Rule(
      .w2, .ours, [],
      """
      A flat or unknown device orientation keeps the last orientation.
      """),
    Rule(
      .w3, .ours, [],
      """
      Only internal panels and headless outputs turn; another output turns if the configuration \
      names it.
      """),
    Rule(
      .w4, .ours, [],
      """
      An output without a focused window follows the device.
      """),
    Rule(
      .w5, .ours, [],
      """
      The root policy of the output's focused window decides: the output turns if it lets it turn \
      and supports the orientation.
      """),
    Rule(
      .w6, .ours, [],
      """
      A focused window that is fullscreen decides alone; no other window of the output is asked.
      """),
    Rule(
      .w7, .ours, [],
      """
      Another shown window of the output can stop a turn only if its own rule says that it may \
      veto.
      """),
    Rule(
      .w8, .ours, [],
      """
      Hidden and minimised windows, layer surfaces without a rule and diagnostic windows are never \
      asked.
      """),
    Rule(
      .w9, .ours, [],
      """
      A window for which no rule is written turns to every orientation.
      """),
    Rule(
      .w10, .ours, [],
      """
      A transform that somebody else sets is taken as the user's rotation and not fought.
      """),
    Rule(
      .w11, .ours, [],
      """
      A window that gains the focus is asked anew: the output takes the device's orientation if \
      the window supports it, else the current one, else its preferred one, else the first it \
      supports.
      """),
    Rule(
      .w12, .ours, [],
      """
      A rule set that a plug-in brings asks every shown window of the output and decides from \
      their answers; where it cannot decide, nothing turns.
      """),
    Rule(
      .w13, .ours, [],
      """
      A lock to portrait, to landscape or to one orientation turns the outputs to what it allows: the \
      device's orientation if that is allowed, else the current one, else the first.
      """),
    Rule(
      .w14, .ours, [],
      """
      What the user asks for is shown without asking any window, as far as a lock allows it, until the \
      device turns or the user frees rotation.
      """),
  ]
}

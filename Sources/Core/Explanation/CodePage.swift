// SPDX-License-Identifier: Apache-2.0

/// The reference page of a code: its meaning, its occasion, the remedy and an example.
public struct CodePage: Sendable, Hashable {
  /// The code that the page is about.
  public let code: ExplanationCode
  /// The meaning, in a few sentences.
  public let meaning: String
  /// The cases in which the code occurs.
  public let occasion: String
  /// The steps by which the user or developer removes the cause.
  public let remedy: String
  /// An example in which the code occurs.
  public let example: CodeExample

  init(
    _ code: ExplanationCode, means meaning: String, when occasion: String, do remedy: String,
    example: CodeExample
  ) {
    self.code = code
    self.meaning = meaning
    self.occasion = occasion
    self.remedy = remedy
    self.example = example
  }

  /// Creates the page of a code.
  public init(_ code: ExplanationCode) {
    switch code {
    case .blockedByPage:
      self.init(
        code,
        means: "The turn that was asked for did not happen, and the page itself is the "
          + "reason: its topmost controller answered NO, or its mask lacks the orientation. On a "
          + "desktop the rule of the focused window does not allow the orientation.",
        when: "The device turns, the page's own answers do not allow where it asks to go, and"
          + " no other window had to agree. Often this is what the author wanted. Or the app "
          + "sets the status bar while the page's mask is not empty.",
        do: "Nothing, if the page should stay. Else let its topmost controller, or the "
          + "container that answers for it, answer YES and support the orientation. On a desktop "
          + "`swivel rotate` turns the screen once, `swivel allow` changes the window's rule.",
        example: .scenario(
          file: "examples/recipes/overlay-created-lazily.yaml", step: 1,
          line: "SW0101 blocked: nothing turned to landscape-right - the page's window \"main\""
            + " answered NO (written)"))
    case .vetoByWindow:
      self.init(
        code,
        means: "The page would have turned. Another window that has to agree answered NO, or the "
          + "page's own window has autorotation disabled.",
        when: "Under rules by which windows have to agree, or with a window whose rule on a "
          + "desktop has veto: true, or after a disable call without its enable "
          + "call.",
        do: "Let the window named answer what the key window answers, take its root away "
          + "while it is hidden, or take its veto away. The table shows whether its "
          + "answer was written.",
        example: .scenario(
          file: "examples/scenarios/hidden-overlay-veto.yaml", step: 1,
          line: "SW0110 blocked: hidden window \"overlay\" vetoes landscape-right - it answered"
            + " NO (written)"))
    case .vetoBySetting:
      self.init(
        code,
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
    case .emptyIntersection:
      self.init(
        code,
        means: "The controller's mask and the app's have no orientation in common. The "
          + "platform raises UIApplicationInvalidInterfaceOrientation, which ends the app.",
        when: "A controller that is fixed to one orientation is presented, or becomes a root,"
          + " in an app that does not list that orientation; or a mask is empty.",
        do: "Let the controller support an orientation that the app allows, or have the "
          + "app's list or its delegate allow one that the controller supports.",
        example: .scenario(
          file: "examples/rules/X-1-portrait-picker.yaml", step: 1,
          line: "SW0120 exception: no orientation suits all "
            + "(UIApplicationInvalidInterfaceOrientation) - \"picker\" in window \"main\" "
            + "supports P, the app's list allows R L"))
    case .turned:
      self.init(
        code,
        means: "The page turned, or an output did, and status bar and page agree.",
        when: "Every window that was asked allowed it.",
        do: "Nothing.",
        example: .scenario(
          file: "examples/rules/M-2-no-veto.yaml", step: 2,
          line: "SW0201 turned: landscape-right -> portrait - \"main\" answered YES by default"))
    case .unchanged:
      self.init(
        code,
        means: "Nothing had to turn. The first line names the gate at which the decision "
          + "ended, or what already is as it was asked for.",
        when: "The device lies flat or is unknown, the rotation lock is on, the event asks "
          + "no window, or everything already is as it was asked for.",
        do: "Nothing. If a turn was expected, --full lists the gates in their order.",
        example: .scenario(
          file: "examples/rules/B-1-flat-is-ignored.yaml", step: 1,
          line: "SW0202 unchanged: the device lies flat (face-up), which requests nothing"))
    case .deferred:
      self.init(
        code,
        means: "The turn was asked for and is deferred; it follows without another event of the "
          + "device.",
        when: "The app is in the background, or the page's window has autorotation disabled.",
        do: "Nothing, if it is enabled or in front again soon. A window that never turns "
          + "again lacks an enable call for one of its disable calls.",
        example: .scenario(
          file: "examples/rules/M-16-queued-turn.yaml", step: 2,
          line: "SW0203 deferred: the turn waits - the app is in the background and decides "
            + "again in the foreground"))
    case .split:
      self.init(
        code,
        means: "Status bar and page differ, and no other window is the reason.",
        when: "The app set the bar itself, or the page's window turned and does not control "
          + "the bar.",
        do: "Let the page's window control the status bar, or have the app put the bar back"
          + " before windows are asked again.",
        example: .scenario(
          file: "examples/rules/F-7-restore-before-autorotation.yaml", step: 1,
          line: "SW0300 split: the status bar turned, the page did not - the app set the bar "
            + "itself"))
    case .hijack:
      self.init(
        code,
        means: "A window that is not the page was asked, agreed to turn and wrote the status "
          + "bar; the page stayed.",
        when: "A stray window, shown or hidden, keeps a root controller whose answers are the "
          + "defaults. The page answers NO, the stray window YES.",
        do: "Let the window answer what the key window answers, take its root away while it"
          + " is hidden, or create it only when it is shown.",
        example: .scenario(
          file: "examples/scenarios/hidden-menu-window.yaml", step: 1,
          line: "SW0301 split: the status bar turned, the page did not - hidden window \"menu\""
            + " answered YES by default, \"main\" answered NO"))
    case .hijackAtCreation:
      self.init(
        code,
        means: "A window wrote the status bar at the moment it was created, shown or given its"
          + " root, before the device was turned.",
        when: "A new window is placed by the mask of its own root, by the bar and by the "
          + "device, and the device is held otherwise than the page.",
        do: "Give the window the page's mask before it gets its root, or create it when it "
          + "is to be shown.",
        example: .scenario(
          file: "examples/rules/B-15-placed-by-the-device.yaml", step: 1,
          line: "SW0302 split: the status bar turned, the page did not - window \"overlay\" "
            + "turned the bar when it appeared"))
    case .stuck:
      self.init(
        code,
        means: "The window that turned the status bar is gone, hidden or without a root, and "
          + "the bar still is where that window turned it.",
        when: "An overlay that turned the bar goes away, and no window writes the bar "
          + "afterwards.",
        do: "Have a window write the bar again: have all try to turn where the page accepts "
          + "what the device asks for, else give its window its root once more. Better, keep "
          + "the overlay from turning the bar alone.",
        example: .scenario(
          file: "examples/rules/M-19-stuck-after-hiding.yaml", step: 2,
          line: "SW0303 split: the status bar is at landscape-right, the page at portrait"
            + " - hidden window \"overlay\" turned the bar and then left, no window turned it "
            + "back"))
    case .keyboardSplit:
      self.init(
        code,
        means: "The keyboard follows the status bar and not the page that has the "
          + "text focus. It comes beside the split itself, after the word also.",
        when: "A text field has the focus while bar and page differ.",
        do: "What helps against the split; the keyboard follows.",
        example: .scenario(
          file: "examples/rules/M-10-keyboard-split.yaml", step: 2,
          line: "SW0304 keyboard-split: the keyboard follows the status bar and differs from "
            + "the page - hidden window \"menu\""))
    case .reverseSplit:
      self.init(
        code,
        means: "Status bar and page agree; another window that is shown differs.",
        when: "The page turns and an overlay refuses.",
        do: "Let the overlay answer what the key window answers, or have its content not "
          + "depend on the orientation.",
        example: .scenario(
          file: "examples/rules/M-2-no-veto.yaml", step: 1,
          line: "SW0305 turned: status bar and page are at landscape-right - window \"overlay\""
            + " is at portrait, it answered NO (written)"))
    case .exception:
      self.init(
        code,
        means: "An exception was raised for which no conflict is known.",
        when: "Never with Swivel's own rule sets: their exceptions have SW0120 or SW0401. A "
          + "rule set of another author can raise others.",
        do: "Read the rule that the table cites beside the window, then the answers of that"
          + " window.",
        example: .described(
          "A rule set of your own refuses an app without a single window by raising an "
            + "exception, and records no conflict for it."))
    case .preferredNotSupported:
      self.init(
        code,
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
    case .refused:
      self.init(
        code,
        means: "The platform did not do what the app asked for; nothing changed, and the app "
          + "goes on.",
        when: "From iOS 16 the device's orientation can no longer be written, and a geometry "
          + "request for orientations that no controller supports is answered with an error.",
        do: "Change the mask and announce it, or ask for an orientation that the topmost "
          + "controller supports.",
        example: .scenario(
          file: "examples/recipes/rotate-button-ios16.yaml", step: 1,
          line: "SW0402 refused: the device's orientation cannot be written - rule set "
            + "uikit-16 forbids it"))
    case .forwardingCycle:
      self.init(
        code,
        means: "A question came back to a controller that had already passed it on. A class default"
          + " answered, so that the question had an end; the platform itself would not have"
          + " one.",
        when: "An overlay asks the key window's topmost controller, and that one is the "
          + "overlay's own, or asks the overlay back.",
        do: "Let one of them answer by itself.",
        example: .scenario(
          file: "examples/rules/C-4-alert.yaml", step: 2,
          line: "SW0403 turned: window \"main\" asked in a cycle: nav - the class default "
            + "answered instead"))
    case .outputConfirmed:
      self.init(
        code,
        means: "The display server shows the transform that was asked for.",
        when: "After every change that worked.",
        do: "Nothing.",
        example: .described(
          "swivel run turns the built-in panel; the compositor applies the "
            + "configuration and reports the new transform."))
    case .outputRetried:
      self.init(
        code,
        means: "The transform is not there yet and is asked for once more.",
        when: "The compositor refused or cancelled the change, or stayed silent; a few "
          + "attempts are made.",
        do: "Nothing; another line tells the result.",
        example: .described(
          "Another program changes the scale of an output while swivel run turns it, so"
            + " the first configuration is cancelled."))
    case .outputRefused:
      self.init(
        code,
        means: "The display server refused every attempt; the old transform stays until the "
          + "device turns again.",
        when: "The compositor cannot drive the output in that transform, or a rule of its own"
          + " forbids it.",
        do: "Try the transform by hand with wlr-randr; the compositor's log names why it "
          + "refuses.",
        example: .described(
          "A compositor without support for rotated hardware planes answers each "
            + "configuration with failed."))
    case .outputCancelled:
      self.init(
        code,
        means: "The outputs kept changing while the change was asked for, so that every "
          + "attempt was out of date.",
        when: "A dock is plugged in, or another program rearranges the outputs all the time.",
        do: "End the other program; the next turn of the device tries again.",
        example: .described(
          "A monitor with a loose cable comes and goes four times while the tablet is "
            + "turned."))
    case .outputUnanswered:
      self.init(
        code,
        means: "The display server took the change and never showed it.",
        when: "The compositor hangs, or its protocol confirms without rotating.",
        do: "See whether the compositor still reacts; the next turn of the device tries "
          + "again.",
        example: .described(
          "A compositor that is stopped in a debugger neither refuses nor applies the "
            + "configuration."))
    case .outputUnsupported:
      self.init(
        code,
        means: "The display server has no protocol by which a client may turn an output.",
        when: "The session does not run under a wlroots compositor, or that protocol is "
          + "disabled.",
        do: "Use a compositor with wlr-output-management, such as sway, labwc, river or "
          + "Wayfire.",
        example: .described(
          "swivel run under Weston, which lists outputs but lets no client change them."))
    case .outputByOther:
      self.init(
        code,
        means: "Another program rotated the output. That counts as the user's own rotation and "
          + "is not undone.",
        when: "A person uses wlr-randr or the display settings, or a second program for "
          + "rotation runs.",
        do: "End the second program if there is one; the next turn of the device decides "
          + "anew.",
        example: .described(
          "wlr-randr --output eDP-1 --transform 180 while swivel run is running."))
    case .outputOverruled:
      self.init(
        code,
        means: "Another program rotated the output, and it is rotated back, because of the "
          + "configuration or after the machine's sleep.",
        when: "other-writers is overrule, or an output came back from sleep as its driver likes.",
        do: "Nothing; set other-writers to respect if the other program is to have its way.",
        example: .described(
          "wlr-randr --output eDP-1 --transform 180 while other-writers is overrule."))
    case .outputContested:
      self.init(
        code,
        means: "The output was turned back and turned away again within a second, three times in a "
          + "row. The other program's transform stays until the device turns.",
        when: "Two programs insist on their transforms, such as KWin's automatic rotation and "
          + "swivel with other-writers: overrule.",
        do: "Find the other program with swivel doctor and end it, or set other-writers to "
          + "respect.",
        example: .described("A script that runs wlr-randr whenever the output changes."))
    }
  }
}

/// An example of a code.
public enum CodeExample: Sendable, Hashable {
  /// A scenario in `examples/`, the step with the code, and the line that is printed for the step.
  case scenario(file: String, step: Int, line: String)
  /// A description, for codes that only a running session or no included scenario can produce.
  case described(String)
}

extension CodePage {
  /// Returns the page in English, as lines joined by newlines without a final newline.
  public func text(style: TextStyle = .plain) -> String {
    var lines = [style.paint(code.rawValue, .bold) + ": \(code.title)", ""]
    lines += Labelled(label: "means", text: meaning).lines(style)
    lines += Labelled(label: "when", text: occasion).lines(style)
    lines += Labelled(label: "do", text: remedy).lines(style)
    switch example {
    case .described(let words): lines += Labelled(label: "example", text: words).lines(style)
    case .scenario(let file, let step, let line):
      lines += ["", "  $ swivel explain \(file) --step \(step)", "  \(line)"]
    }
    return lines.joined(separator: "\n")
  }

  /// A list of all codes with their titles, one per line.
  public static var index: String {
    ExplanationCode.allCases.map { "\($0.rawValue)  \($0.title)" }.joined(separator: "\n")
  }
}

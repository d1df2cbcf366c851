// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An input of the arbiter.
///
/// Large payloads are indirect, so that an event is small.
public enum Event: Sendable, Hashable {
  /// The app has launched: its windows exist and are placed (rule format:set-up).
  case setUp
  /// Nothing has changed; the verdict describes the scene.
  case observe
  case device(DeviceEvent)
  case app(AppEvent)
  indirect case window(WindowID, WindowEvent)
  indirect case add(Window, makesKey: Bool)
  /// A diagnostic window was added, which no rule set sees.
  indirect case addExempt(Window, makesKey: Bool = false)
  case output(OutputEvent)
  /// A live policy's answer to an outstanding question; `took` does not affect decisions.
  case answer(QuestionID, Answer, took: Duration? = nil)
  /// A live policy has abstained, so its fallback answers.
  case abstained(QuestionID, took: Duration? = nil)
  /// A live policy has broken its contract or ended, so its fallback answers.
  case policyFailed(QuestionID)
  case deadline(DeadlineID)
  /// The display server has answered a request to rotate.
  case applied(ChangeID, ApplyResult)
}

/// An event of the device.
public enum DeviceEvent: Sendable, Hashable {
  /// The user has turned the device; the value is the judged orientation.
  case turned(DeviceOrientation)
  /// The app has written the device's orientation (F-1).
  case forced(DeviceOrientation)
  case rotationLock(Bool)
  /// The app has begun (true) or ended the generation of device notifications (N-1).
  case generating(Bool)
  case setting(DeviceSetting)
}

/// An event of the app as a whole.
public enum AppEvent: Sendable, Hashable {
  case background
  case foreground
  /// The app delegate's masks have changed; `nil` if the delegate lacks the method.
  case setDelegate(DelegateMasks?)
  /// The app attempts to rotate all windows to the device's orientation (F-4).
  case attemptRotation
  /// The app has written the status bar's orientation (B-11).
  case setStatusBar(InterfaceOrientation)
  /// The app's scene now fills the whole screen or only a part of it.
  case resize(isFull: Bool)
  /// A window has gained the text focus; `nil` if no window has it.
  case focusText(WindowID?)
  /// The declared answers of the controller with this name have changed.
  case setPolicy(controller: String, DeclaredPolicy)
}

/// An event of one window.
public enum WindowEvent: Sendable, Hashable {
  case remove
  case show
  case hide
  case makeKey
  /// The key window has lost the focus, and no other window has gained it.
  case resignKey
  case setRoot(Controller?)
  case present(Presentation)
  case dismiss
  case push(Controller)
  case pop
  case select(child: String)
  /// The app announces a change of the mask or the preferred orientation (E-2).
  case setNeedsUpdate
  /// The app requests one of several orientations (E-4).
  case requestGeometry(OrientationMask)
  case disableAutorotation
  case enableAutorotation
  /// The window's `ShellTraits` have changed.
  case shell(ShellTraits)
  case setting(WindowSetting)
}

/// An event of an output.
public enum OutputEvent: Sendable, Hashable {
  indirect case add(Output)
  case remove(OutputID)
  /// The display server reports a transform, requested by Swivel or another program.
  case transform(OutputID, Transform)
  /// The output's configured policy has changed (W-3, W-10).
  case configure(OutputID, OutputPolicy.Change)
  /// The user has rotated one output; the orientation is kept until the device turns (W-14).
  case rotated(OutputID, InterfaceOrientation)
  /// The device no longer rotates outputs, such as in laptop mode; managed outputs are restored.
  case release
  /// The machine has resumed; transforms that are reported soon afterwards are not the user's
  /// choice.
  case awake
  /// The program ends; every output that Swivel has rotated is restored.
  case restore
}

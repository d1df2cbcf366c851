// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An input of the arbiter.
///
/// Large payloads are indirect, so that an event is small.
public enum Event: Sendable, Hashable {
  /// The launch of the app: its windows exist and are placed (rule format:set-up).
  case setUp
  /// No change; the verdict describes the scene.
  case observe
  case device(DeviceEvent)
  case app(AppEvent)
  indirect case window(WindowID, WindowEvent)
  /// A new window, which may become key.
  indirect case add(Window, makesKey: Bool)
  /// A new diagnostic window, which no rule set sees.
  indirect case addExempt(Window, makesKey: Bool = false)
  case output(OutputEvent)
  /// A live policy's answer to an outstanding question.
  ///
  /// The time that the policy took decides nothing.
  case answer(QuestionID, Answer, took: Duration? = nil)
  /// A live policy's abstention: its fallback answers.
  case abstained(QuestionID, took: Duration? = nil)
  /// A live policy's breach of contract or its end: its fallback answers.
  case policyFailed(QuestionID)
  /// The expiry of an armed deadline.
  case deadline(DeadlineID)
  /// The display server's answer to a requested rotation.
  case applied(ChangeID, ApplyResult)
}

/// An event of the device.
public enum DeviceEvent: Sendable, Hashable {
  /// A turn of the device, with the judged orientation.
  case turned(DeviceOrientation)
  /// The app's own write of the device's orientation (F-1).
  case forced(DeviceOrientation)
  /// The user's rotation lock.
  case rotationLock(Bool)
  /// A call that begins device notifications, or one that ends them (N-1).
  case generating(Bool)
  /// A setting of the user or the platform.
  case setting(DeviceSetting)
}

/// An event of the app as a whole.
public enum AppEvent: Sendable, Hashable {
  case background
  case foreground
  /// The delegate's masks; `nil` removes the implementation.
  case setDelegate(DelegateMasks?)
  /// An attempt to rotate all windows to the device's orientation (F-4).
  case attemptRotation
  /// The app's own write of the status bar's orientation (B-11).
  case setStatusBar(InterfaceOrientation)
  /// A new size of the scene: the whole screen, or a part of it.
  case resize(isFull: Bool)
  /// The window that has the text focus, or none.
  case focusText(WindowID?)
  /// New answers of a controller, found by its name.
  case setPolicy(controller: String, DeclaredPolicy)
}

/// An event of one window.
public enum WindowEvent: Sendable, Hashable {
  case remove
  case show
  case hide
  case makeKey
  /// The loss of the focus to no other window, as on a real desktop.
  case resignKey
  /// The new root controller; `nil` removes the root.
  case setRoot(Controller?)
  case present(Presentation)
  case dismiss
  case push(Controller)
  case pop
  case select(child: String)
  /// A change of the mask or the preferred orientation (E-2).
  case setNeedsUpdate
  /// The app's request for one of several orientations (E-4).
  case requestGeometry(OrientationMask)
  case disableAutorotation
  case enableAutorotation
  /// A window's new traits: title, full screen, minimised, output.
  case shell(ShellTraits)
  /// A setting of the platform.
  case setting(WindowSetting)
}

/// An event of an output.
public enum OutputEvent: Sendable, Hashable {
  indirect case add(Output)
  case remove(OutputID)
  /// A transform that the display server reports, Swivel's or another program's.
  case transform(OutputID, Transform)
  /// A change of an output's configured policy (W-3, W-10).
  case configure(OutputID, OutputPolicy.Change)
  /// The user's rotation of one output, which lasts until the device turns (W-14).
  case rotated(OutputID, InterfaceOrientation)
  /// The end of following the device for now: managed outputs are restored.
  case release
  /// The machine's wake-up; the transforms reported right after it are not the user's choice.
  case awake
  /// The end of the program: every output is restored.
  case restore
}

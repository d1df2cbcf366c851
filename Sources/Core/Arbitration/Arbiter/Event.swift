// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Everything that can happen to an arbiter.
///
/// What is large is kept elsewhere, so that a turn is small.
public enum Event: Sendable, Hashable {
  /// The app has launched and its windows exist: they are placed (format:set-up).
  case setUp
  /// Nothing happens; the verdict says how things stand.
  case observe
  case device(DeviceEvent)
  case app(AppEvent)
  indirect case window(WindowID, WindowEvent)
  /// A window appears; whether it becomes key.
  indirect case add(Window, makesKey: Bool)
  /// A diagnostic window appears; no rule set hears of it.
  indirect case addExempt(Window, makesKey: Bool = false)
  case output(OutputEvent)
  /// A live policy answered an outstanding question.
  ///
  /// With it the time that the policy took, which decides nothing.
  case answer(QuestionID, Answer, took: Duration? = nil)
  /// A live policy has no opinion: what it falls back to answers.
  case abstained(QuestionID, took: Duration? = nil)
  /// A live policy broke its contract or is gone: what it falls back to answers.
  case policyFailed(QuestionID)
  /// A deadline that was armed has passed.
  case deadline(DeadlineID)
  /// The display server answered a change.
  case applied(ChangeID, ApplyResult)
}

/// What happens to the device.
public enum DeviceEvent: Sendable, Hashable {
  /// The body turned; the value is already judged.
  case turned(DeviceOrientation)
  /// The app wrote the device's orientation itself (F-1).
  case forced(DeviceOrientation)
  /// The user's rotation lock.
  case rotationLock(Bool)
  /// One more begin-generating call, or one fewer (N-1).
  case generating(Bool)
  /// A setting of the user's or of the platform's.
  case setting(DeviceSetting)
}

/// What happens to the app as a whole.
public enum AppEvent: Sendable, Hashable {
  case background
  case foreground
  /// Nil removes the implementation.
  case setDelegate(DelegateMasks?)
  /// All windows try to turn to the device's orientation (F-4).
  case attemptRotation
  /// The app sets the status bar's orientation itself (B-11).
  case setStatusBar(InterfaceOrientation)
  /// The scene gets the screen's size, or a part of it.
  case resize(isFull: Bool)
  /// The window that has the text focus, or none.
  case focusText(WindowID?)
  /// A controller, found by its name, answers differently from now on.
  case setPolicy(controller: String, DeclaredPolicy)
}

/// What happens to one window.
public enum WindowEvent: Sendable, Hashable {
  case remove
  case show
  case hide
  case makeKey
  /// The window no longer has the focus, and no other has it (a real desktop).
  case resignKey
  /// Nil takes the root away.
  case setRoot(Controller?)
  case present(Presentation)
  case dismiss
  case push(Controller)
  case pop
  case select(child: String)
  /// The mask or the preferred orientation changed (E-2).
  case setNeedsUpdate
  /// The app asks for one of some orientations (E-4).
  case requestGeometry(OrientationMask)
  case disableAutorotation
  case enableAutorotation
  /// A shell's news: title, full screen, minimised, output.
  case shell(ShellTraits)
  /// A setting of the platform's.
  case setting(WindowSetting)
}

/// What happens to an output.
public enum OutputEvent: Sendable, Hashable {
  indirect case add(Output)
  case remove(OutputID)
  /// The display server reports a transform, ours or somebody else's.
  case transform(OutputID, Transform)
  /// The configuration of an output's policy has changed (W-3, W-10).
  case configure(OutputID, OutputPolicy.Change)
  /// The device is not followed for now: what turned with it goes back to what was found.
  case release
  /// The machine has slept; what its outputs show a moment later is nobody's wish.
  case awake
  /// The program ends: every output goes back to the transform found on it.
  case restore
}

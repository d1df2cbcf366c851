// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What happened, in words.
  var eventWords: String {
    switch verdict.event {
    case .setUp: say(EventPhrase.setUp)
    case .observe: say(EventPhrase.observe)
    case .addExempt(let window, _): say(EventPhrase.exemptAdded, quoted(window.id))
    case .device(let event): words(event)
    case .app(let event): words(event)
    case .window(let id, let event): words(event, on: quoted(id))
    case .add(let window, let makesKey):
      say(makesKey ? EventPhrase.windowAddedKey : .windowAdded, quoted(window.id))
    case .output(let event): words(event)
    case .answer: say(EventPhrase.answer)
    case .abstained: say(EventPhrase.abstained)
    case .policyFailed: say(EventPhrase.policyFailed)
    case .deadline: say(EventPhrase.deadline)
    case .applied: say(EventPhrase.applied)
    }
  }

  private func words(_ event: DeviceEvent) -> String {
    switch event {
    case .turned(let value): say(EventPhrase.turned, value.name)
    case .forced(let value): say(EventPhrase.forced, value.name)
    case .rotationLock(let isLocked): say(isLocked ? EventPhrase.lockOn : .lockOff)
    case .setting(.userLock(let lock)):
      lock.map { say(EventPhrase.lockedTo, $0.rawValue) } ?? say(EventPhrase.lockOff)
    case .setting(.userRotation(let rotation)):
      rotation.map { say(EventPhrase.userTurned, $0.name) } ?? say(EventPhrase.userFreed)
    case .setting(.posture(let posture)) where posture != .foldedClamshell:
      say(posture == .tablet ? EventPhrase.tabletOn : .tabletOff)
    case .setting: say(EventPhrase.setting)
    case .generating(let begins): say(begins ? EventPhrase.notificationsOn : .notificationsOff)
    }
  }

  private func words(_ event: AppEvent) -> String {
    switch event {
    case .background: say(EventPhrase.background)
    case .foreground: say(EventPhrase.foreground)
    case .setDelegate(let masks):
      say(masks == nil ? EventPhrase.delegateRemoved : .delegateSet)
    case .attemptRotation: say(EventPhrase.attemptRotation)
    case .setStatusBar(let wanted): say(EventPhrase.statusBar, wanted.name)
    case .resize(let isFull):
      say(isFull ? EventPhrase.sceneFull : .scenePart)
    case .focusText(let window):
      window.map { say(EventPhrase.textFocus, quoted($0)) } ?? say(EventPhrase.textFocusGone)
    case .setPolicy(let controller, _):
      say(EventPhrase.policy, SafeText.quoted(controller))
    }
  }

  private func words(_ event: WindowEvent, on window: String) -> String {
    switch event {
    case .remove: say(EventPhrase.removed, window)
    case .show: say(EventPhrase.shown, window)
    case .hide: say(EventPhrase.hidden, window)
    case .makeKey: say(isDesktop ? EventPhrase.focused : .key, window)
    case .resignKey: say(EventPhrase.resigned, window)
    case .setRoot(let root):
      root.map { say(EventPhrase.root, window, SafeText.quoted($0.id)) }
        ?? say(EventPhrase.rootless, window)
    case .present(let presentation):
      say(
        EventPhrase.presented, window, SafeText.quoted(presentation.controller.id),
        presentation.style.rawValue)
    case .dismiss: say(EventPhrase.dismissed, window)
    case .push(let controller):
      say(EventPhrase.pushed, window, SafeText.quoted(controller.id))
    case .pop: say(EventPhrase.popped, window)
    case .select(let child): say(EventPhrase.selected, window, SafeText.quoted(child))
    case .setNeedsUpdate: say(EventPhrase.needsUpdate, window)
    case .requestGeometry(let mask): say(EventPhrase.geometry, window, mask.letters(language))
    case .disableAutorotation: say(EventPhrase.disabled, window)
    case .enableAutorotation: say(EventPhrase.enabled, window)
    case .setRequest: say(EventPhrase.request, window)
    case .setLock: say(EventPhrase.lock, window)
    case .shell: say(EventPhrase.shell, window)
    }
  }

  private func words(_ event: OutputEvent) -> String {
    switch event {
    case .add(let output): say(EventPhrase.outputAdded, SafeText.name(output.name))
    case .remove(let id): say(EventPhrase.outputRemoved, outputName(id))
    case .transform(let id, let transform):
      say(EventPhrase.outputTransform, outputName(id), transform.words(language))
    case .manage(let id, let isManaged):
      say(isManaged ? EventPhrase.outputTurns : .outputLeft, outputName(id))
    case .release: say(EventPhrase.release)
    case .awake: say(EventPhrase.awake)
    case .restore: say(EventPhrase.restore)
    }
  }

  private func outputName(_ id: OutputID) -> String {
    let known = verdict.after.outputs + verdict.before.outputs
    return known.first { $0.id == id }.map { SafeText.name($0.name) }
      ?? say(EventPhrase.outputNumber, "\(id.rawValue)")
  }
}

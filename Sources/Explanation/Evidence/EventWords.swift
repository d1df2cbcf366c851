// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What happened, in words.
struct EventWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  /// The event.
  var text: String {
    switch evidence.verdict.event {
    case .setUp: evidence.say(EventPhrase.setUp)
    case .observe: evidence.say(EventPhrase.observe)
    case .addExempt(let window, _):
      evidence.say(EventPhrase.exemptAdded, evidence.quoted(window.id))
    case .device(let event): words(event)
    case .app(let event): words(event)
    case .window(let id, let event): words(event, on: evidence.quoted(id))
    case .add(let window, let makesKey):
      evidence.say(makesKey ? EventPhrase.windowAddedKey : .windowAdded, evidence.quoted(window.id))
    case .output(let event): words(event)
    case .answer: evidence.say(EventPhrase.answer)
    case .abstained: evidence.say(EventPhrase.abstained)
    case .policyFailed: evidence.say(EventPhrase.policyFailed)
    case .deadline: evidence.say(EventPhrase.deadline)
    case .applied: evidence.say(EventPhrase.applied)
    }
  }

  private func words(_ event: DeviceEvent) -> String {
    switch event {
    case .turned(let value): evidence.say(EventPhrase.turned, value.name)
    case .forced(let value): evidence.say(EventPhrase.forced, value.name)
    case .rotationLock(let isLocked): evidence.say(isLocked ? EventPhrase.lockOn : .lockOff)
    case .setting(.userLock(let lock)):
      lock.map { evidence.say(EventPhrase.lockedTo, $0.rawValue) }
        ?? evidence.say(EventPhrase.lockOff)
    case .setting(.userRotation(let rotation)):
      rotation.map { evidence.say(EventPhrase.userTurned, $0.name) }
        ?? evidence.say(EventPhrase.userFreed)
    case .setting(.posture(let posture)) where posture != .foldedClamshell:
      evidence.say(posture == .tablet ? EventPhrase.tabletOn : .tabletOff)
    case .setting: evidence.say(EventPhrase.setting)
    case .generating(let begins):
      evidence.say(begins ? EventPhrase.notificationsOn : .notificationsOff)
    }
  }

  private func words(_ event: AppEvent) -> String {
    switch event {
    case .background: evidence.say(EventPhrase.background)
    case .foreground: evidence.say(EventPhrase.foreground)
    case .setDelegate(let masks):
      evidence.say(masks == nil ? EventPhrase.delegateRemoved : .delegateSet)
    case .attemptRotation: evidence.say(EventPhrase.attemptRotation)
    case .setStatusBar(let wanted): evidence.say(EventPhrase.statusBar, wanted.name)
    case .resize(let isFull):
      evidence.say(isFull ? EventPhrase.sceneFull : .scenePart)
    case .focusText(let window):
      window.map { evidence.say(EventPhrase.textFocus, evidence.quoted($0)) }
        ?? evidence.say(EventPhrase.textFocusGone)
    case .setPolicy(let controller, _):
      evidence.say(EventPhrase.policy, SafeText.quoted(controller))
    }
  }

  private func words(_ event: WindowEvent, on window: String) -> String {
    switch event {
    case .remove: evidence.say(EventPhrase.removed, window)
    case .show: evidence.say(EventPhrase.shown, window)
    case .hide: evidence.say(EventPhrase.hidden, window)
    case .makeKey: evidence.say(evidence.isDesktop ? EventPhrase.focused : .key, window)
    case .resignKey: evidence.say(EventPhrase.resigned, window)
    case .setRoot(let root):
      root.map { evidence.say(EventPhrase.root, window, SafeText.quoted($0.id)) }
        ?? evidence.say(EventPhrase.rootless, window)
    case .present(let presentation):
      evidence.say(
        EventPhrase.presented, window, SafeText.quoted(presentation.controller.id),
        presentation.style.rawValue)
    case .dismiss: evidence.say(EventPhrase.dismissed, window)
    case .push(let controller):
      evidence.say(EventPhrase.pushed, window, SafeText.quoted(controller.id))
    case .pop: evidence.say(EventPhrase.popped, window)
    case .select(let child): evidence.say(EventPhrase.selected, window, SafeText.quoted(child))
    case .setNeedsUpdate: evidence.say(EventPhrase.needsUpdate, window)
    case .requestGeometry(let mask):
      evidence.say(EventPhrase.geometry, window, mask.letters(evidence.language))
    case .disableAutorotation: evidence.say(EventPhrase.disabled, window)
    case .enableAutorotation: evidence.say(EventPhrase.enabled, window)
    case .setRequest: evidence.say(EventPhrase.request, window)
    case .setLock: evidence.say(EventPhrase.lock, window)
    case .shell: evidence.say(EventPhrase.shell, window)
    }
  }

  private func words(_ event: OutputEvent) -> String {
    switch event {
    case .add(let output): evidence.say(EventPhrase.outputAdded, SafeText.name(output.name))
    case .remove(let id): evidence.say(EventPhrase.outputRemoved, outputName(id))
    case .transform(let id, let transform):
      evidence.say(EventPhrase.outputTransform, outputName(id), transform.words(evidence.language))
    case .manage(let id, let isManaged):
      evidence.say(isManaged ? EventPhrase.outputTurns : .outputLeft, outputName(id))
    case .release: evidence.say(EventPhrase.release)
    case .awake: evidence.say(EventPhrase.awake)
    case .restore: evidence.say(EventPhrase.restore)
    }
  }

  private func outputName(_ id: OutputID) -> String {
    let known = evidence.verdict.after.outputs + evidence.verdict.before.outputs
    return known.first { $0.id == id }.map { SafeText.name($0.name) }
      ?? evidence.say(EventPhrase.outputNumber, "\(id.rawValue)")
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// What happened, in words.
struct EventWords {
  private let evidence: Evidence

  init(_ evidence: Evidence) { self.evidence = evidence }

  private func say(_ phrase: EventPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  var text: String {
    switch evidence.verdict.event {
    case .setUp: say(.setUp)
    case .observe: say(.observe)
    case .addExempt(let window, _): say(.exemptAdded, evidence.quoted(window.id))
    case .device(let event): words(event)
    case .app(let event): words(event)
    case .window(let id, let event): words(event, on: evidence.quoted(id))
    case .add(let window, let makesKey):
      say(makesKey ? .windowAddedKey : .windowAdded, evidence.quoted(window.id))
    case .output(let event): words(event)
    case .answer: say(.answer)
    case .abstained: say(.abstained)
    case .policyFailed: say(.policyFailed)
    case .deadline: say(.deadline)
    case .applied: say(.applied)
    }
  }

  private func words(_ event: DeviceEvent) -> String {
    switch event {
    case .turned(let value): say(.turned, value.name)
    case .forced(let value): say(.forced, value.name)
    case .rotationLock(let isLocked): say(isLocked ? .lockOn : .lockOff)
    case .setting(.userLock(let lock)):
      lock.map { say(.lockedTo, $0.rawValue) } ?? say(.lockOff)
    case .setting(.userRotation(let rotation)):
      rotation.map { say(.userTurned, $0.name) } ?? say(.userFreed)
    case .setting(.posture(let posture)) where posture != .foldedClamshell:
      say(posture == .tablet ? .tabletOn : .tabletOff)
    case .setting: say(.setting)
    case .generating(let begins): say(begins ? .notificationsOn : .notificationsOff)
    }
  }

  private func words(_ event: AppEvent) -> String {
    switch event {
    case .background: say(.background)
    case .foreground: say(.foreground)
    case .setDelegate(let masks): say(masks == nil ? .delegateRemoved : .delegateSet)
    case .attemptRotation: say(.attemptRotation)
    case .setStatusBar(let wanted): say(.statusBar, wanted.name)
    case .resize(let isFull): say(isFull ? .sceneFull : .scenePart)
    case .focusText(let window):
      window.map { say(.textFocus, evidence.quoted($0)) } ?? say(.textFocusGone)
    case .setPolicy(let controller, _): say(.policy, SafeText.quoted(controller))
    }
  }

  private func words(_ event: WindowEvent, on window: String) -> String {
    switch event {
    case .remove: say(.removed, window)
    case .show: say(.shown, window)
    case .hide: say(.hidden, window)
    case .makeKey: say(evidence.turnsOutputs ? .focused : .key, window)
    case .resignKey: say(.resigned, window)
    case .setRoot(let root):
      root.map { say(.root, window, SafeText.quoted($0.id)) } ?? say(.rootless, window)
    case .present(let presentation):
      say(
        .presented, window, SafeText.quoted(presentation.controller.id),
        presentation.style.rawValue)
    case .dismiss: say(.dismissed, window)
    case .push(let controller): say(.pushed, window, SafeText.quoted(controller.id))
    case .pop: say(.popped, window)
    case .select(let child): say(.selected, window, SafeText.quoted(child))
    case .setNeedsUpdate: say(.needsUpdate, window)
    case .requestGeometry(let mask): say(.geometry, window, mask.letters(evidence.language))
    case .disableAutorotation: say(.disabled, window)
    case .enableAutorotation: say(.enabled, window)
    case .setting(.lock): say(.lock, window)
    case .setting: say(.request, window)
    case .shell: say(.shell, window)
    }
  }

  private func words(_ event: OutputEvent) -> String {
    switch event {
    case .add(let output): say(.outputAdded, SafeText.name(output.name))
    case .remove(let id): say(.outputRemoved, outputName(id))
    case .transform(let id, let transform):
      say(.outputTransform, outputName(id), transform.words(evidence.language))
    case .manage(let id, let isManaged): say(isManaged ? .outputTurns : .outputLeft, outputName(id))
    case .overrule(let id, let overrules):
      say(overrules ? .outputOverrules : .outputRespects, outputName(id))
    case .policy(let id, .fixed(let transform)):
      say(.outputFixed, outputName(id), transform.words(evidence.language))
    case .policy(let id, .follow(let name)):
      say(.outputFollows, outputName(id), SafeText.name(name))
    case .policy(let id, nil): say(.outputFree, outputName(id))
    case .release: say(.release)
    case .awake: say(.awake)
    case .restore: say(.restore)
    }
  }

  private func outputName(_ id: OutputID) -> String {
    let known = evidence.verdict.after.outputs + evidence.verdict.before.outputs
    return known.first { $0.id == id }.map { SafeText.name($0.name) }
      ?? say(.outputNumber, "\(id.rawValue)")
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What happened, in words.
  var eventWords: String {
    switch verdict.event {
    case .setUp: "the windows were set up"
    case .observe: "nothing happened"
    case .addExempt(let window, _): "diagnostic window \(quoted(window.id)) was added"
    case .device(let event): words(event)
    case .app(let event): words(event)
    case .window(let id, let event): words(event, on: quoted(id))
    case .add(let window, let makesKey):
      "window \(quoted(window.id)) was added\(makesKey ? " and made key" : "")"
    case .output(let event): words(event)
    case .answer: "a policy answered"
    case .policyFailed: "a policy broke its contract"
    case .deadline: "a deadline passed"
    case .applied: "the display server answered"
    }
  }

  private func words(_ event: DeviceEvent) -> String {
    switch event {
    case .turned(let value): "the device turned to \(value.name)"
    case .forced(let value): "the app wrote \(value.name) into the device"
    case .rotationLock(let isLocked): "the rotation lock went \(isLocked ? "on" : "off")"
    case .setting: "a setting of the device changed"
    case .generating(let begins): "device notifications were \(begins ? "begun" : "ended")"
    }
  }

  private func words(_ event: AppEvent) -> String {
    switch event {
    case .background: "the app went to the background"
    case .foreground: "the app came to the foreground"
    case .setDelegate(let masks):
      masks == nil ? "the delegate's mask was removed" : "the delegate's mask was set"
    case .attemptRotation: "the app had all windows try to turn"
    case .setStatusBar(let wanted): "the app set the status bar to \(wanted.name)"
    case .resize(let isFull):
      "the scene got \(isFull ? "the whole screen" : "a part of the screen")"
    case .focusText(let window):
      window.map { "window \(quoted($0)) got the text focus" } ?? "the text focus went"
    case .setPolicy(let controller, _):
      "the answers of \(SafeText.quoted(controller)) were changed"
    }
  }

  private func words(_ event: WindowEvent, on window: String) -> String {
    switch event {
    case .remove: "window \(window) was removed"
    case .show: "window \(window) was shown"
    case .hide: "window \(window) was hidden"
    case .makeKey: "window \(window) got \(isDesktop ? "the focus" : "key")"
    case .resignKey: "window \(window) lost the focus"
    case .setRoot(let root):
      root.map { "window \(window) got the root \(SafeText.quoted($0.id))" }
        ?? "window \(window) lost its root"
    case .present(let presentation):
      "window \(window) presented \(SafeText.quoted(presentation.controller.id)) "
        + "(\(presentation.style.rawValue))"
    case .dismiss: "window \(window) dismissed a presentation"
    case .push(let controller):
      "window \(window) pushed \(SafeText.quoted(controller.id))"
    case .pop: "window \(window) popped a controller"
    case .select(let child): "window \(window) selected \(SafeText.quoted(child))"
    case .setNeedsUpdate: "window \(window) announced changed masks"
    case .requestGeometry(let mask): "window \(window) asked for one of \(mask.letters)"
    case .disableAutorotation: "autorotation was disabled in window \(window)"
    case .enableAutorotation: "autorotation was enabled in window \(window)"
    case .setRequest: "window \(window) asked for another orientation"
    case .setLock: "window \(window) changed its orientation lock"
    case .shell: "window \(window) changed its state"
    }
  }

  private func words(_ event: OutputEvent) -> String {
    switch event {
    case .add(let output): "output \(SafeText.name(output.name)) appeared"
    case .remove(let id): "output \(outputName(id)) went away"
    case .transform(let id, let transform):
      "output \(outputName(id)) reported \(transform.words)"
    case .restore: "the outputs are put back"
    }
  }

  private func outputName(_ id: OutputID) -> String {
    let known = verdict.after.outputs + verdict.before.outputs
    return known.first { $0.id == id }.map { SafeText.name($0.name) } ?? "number \(id.rawValue)"
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Glibc
import Orientation

extension Daemon {
  /// Looks for the compositor's way to keep touch, pen and keyboard in step with the panel.
  func startInputs() {
    let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
    let note = { [reporter] (text: String) in reporter.note("inputs: \(text)") }
    if session?.windowListName == SwayWindows.name, let path = environment("SWAYSOCK"),
      let connection = try? SwayConnection(path: path, on: loop)
    {
      swayInputs = SwayInputs(
        connection, path: path, left: journal.content.inputs,
        keep: { [journal] in journal.keep(inputs: $0) }, note: note)
      swayInputs?.start()
    } else if let path = HyprlandSocket.path(in: environment) {
      let touch = HyprlandTouch(path: path, on: loop, note: note)
      inputFollower = touch
      touch.start()
    } else if plan.configuration.keyboard.disable != .never {
      note("only sway lets programs switch the keyboard off; it stays on")
    }
    updateInputs()
  }

  /// Tells what the panel shows and whether the keyboard is to rest.
  func updateInputs() {
    guard !isEnding, let scene = arbiter?.scene, let session else { return }
    let panels = scene.outputs.filter(\.isManaged)
    if let panel = panels.first { inputFollower?.panel(panel.name, shows: panel.transform) }
    swayInputs?.map(to: panels.map(\.name), among: session.outputs)
    let keyboard = plan.configuration.keyboard
    let rests =
      switch keyboard.disable {
      case .never: false
      case .turned: panels.contains { $0.transform != $0.initial }
      case .tabletMode: isTabletMode
      }
    swayInputs?.rest(rests, includesTouchpad: keyboard.touchpad)
  }

  /// Gives everything back; what cannot be is in the journal for the next run.
  func endInputs() {
    inputFollower?.end()
    swayInputs?.end()
    (inputFollower, swayInputs) = (nil, nil)
  }
}

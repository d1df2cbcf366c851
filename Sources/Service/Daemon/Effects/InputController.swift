// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import EventLoop
import Glibc
import Orientation
import Sensors

/// Keeps touch, pen and keyboard in step with the panel, where the compositor has to be told to.
final class InputController {
  /// The compositor's way to do so; only a few have one.
  private enum Way {
    case none
    /// Touch and pen are turned with the panel.
    case hyprland(HyprlandTouch)
    /// river maps touch screens and pens over Wayland itself.
    case river(Session)
    /// sway's input devices are mapped to the panel, and can be switched off.
    case sway(SwayInputs)
  }

  private let loop: EventLoop
  private let environment: (String) -> String?
  private let tree: DeviceTree
  private let journal: CrashJournal
  private let note: (String) -> Void
  private var way = Way.none
  private var isTabletMode = false

  /// What has to be given back goes into the journal; `note` receives words for people.
  init(
    _ tree: DeviceTree, on machine: Machine, journal: CrashJournal, note: @escaping (String) -> Void
  ) {
    self.tree = tree
    (loop, environment) = (machine.loop, machine.environment)
    self.journal = journal
    self.note = { note("inputs: \($0)") }
  }

  /// Looks for a session's way.
  func start(in session: Session, _ configuration: Configuration) {
    if let path = session.swaySocket, let connection = try? SwayConnection(path: path, on: loop) {
      let inputs = SwayInputs(
        connection, left: journal.content.inputs, sizes: { [tree] in TouchScreen.sizes(in: tree) },
        keep: { [journal] in journal.keep(inputs: $0) }, note: note)
      way = .sway(inputs)
      inputs.start()
    } else if let path = HyprlandSocket.path(in: environment) {
      let touch = HyprlandTouch(path: path, on: loop, note: note)
      way = .hyprland(touch)
      touch.start()
    } else if session.riverInputs.isOffered {
      way = .river(session)
    } else if configuration.keyboard.disable != .never {
      note("only sway lets programs switch the keyboard off; it stays on")
    }
  }

  func setTabletMode(_ isOn: Bool) { isTabletMode = isOn }

  /// Tells what the panel shows and whether the keyboard is to rest.
  func update(_ scene: Scene, among outputs: [DesktopOutput], _ configuration: Configuration) {
    let keyboard = configuration.keyboard
    let panels = scene.outputs.filter(\.isManaged)
    let assigned = configuration.touchOutputs(among: outputs.map(\.name))
    switch way {
    case .none: break
    case .hyprland(let touch):
      if let panel = panels.first { touch.panel(panel.name, shows: panel.transform) }
    case .river(let session):
      session.riverInputs.map(
        to: panels.map(\.name), among: outputs,
        sizes: { [tree] in TouchScreen.sizes(in: tree) }, assigned: assigned)
    case .sway(let inputs):
      inputs.map(to: panels.map(\.name), among: outputs, assigned: assigned)
      let rests =
        switch keyboard.disable {
        case .never: false
        case .turned: panels.contains { $0.transform != $0.initial }
        case .tabletMode: isTabletMode
        }
      inputs.rest(rests, includesTouchpad: keyboard.touchpad)
    }
  }

  /// The compositor is gone, and its devices with it.
  func compositorDisconnected() { way = .none }

  /// Gives everything back; what cannot be is in the journal for the next run.
  func stop() {
    switch way {
    case .none: break
    case .hyprland(let touch): touch.end()
    case .river(let session):
      session.riverInputs.end()
      session.run(for: .zero)
    case .sway(let inputs): inputs.end()
    }
    way = .none
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import EventLoop
import Formats
import Glibc
import Orientation
import Sensors

/// The control of input devices: maps touch screens and pens to outputs, if the compositor needs
/// requests for it, and disables keyboards.
final class InputController {
  private let loop: EventLoop
  private let tree: DeviceTree
  private let journal: CrashJournal
  private let note: (String) -> Void
  /// The compositor's mapping of input devices; `nil` without a session, or if the compositor offers
  /// none.
  private var mapper: (any InputMapper)?
  /// The devices that the kernel inhibits if the compositor cannot; `nil` without a session.
  private var kernel: InhibitedInputs?
  private var isTabletMode = false
  /// The watcher of the configured keyboards; `nil` if none are configured, or if the devices
  /// cannot be watched.
  private var presence: InputPresence?
  private var keyboards = KeyboardChoice()
  private var isAttached = false
  /// Called when `isAttached` has changed, with its value; also after a change of the configured
  /// keyboards.
  var onKeyboard: (Bool) -> Void = { _ in }
  /// The errors in the configuration that were already reported.
  private var reported: [InputError] = []

  init(
    _ tree: DeviceTree, on machine: Machine, journal: CrashJournal, note: @escaping (String) -> Void
  ) {
    self.tree = tree
    loop = machine.loop
    self.journal = journal
    self.note = { note("inputs: \($0)") }
  }

  /// Begins to control a session's input devices, reports unknown touch screens, and follows the
  /// configured keyboards.
  func start(in session: Session, _ configuration: Configuration) {
    mapper = session.mapInputs(
      InputSetup(
        loop: loop, left: journal.content.inputs,
        sizes: { [tree] in TouchScreen.sizes(in: tree) },
        keep: { [journal] in journal.keep(inputs: $0) }, note: note))
    kernel = InhibitedInputs(
      in: tree, left: journal.content.inhibited, keep: { [journal] in journal.keep(inhibited: $0) },
      note: note)
    check(configuration)
    followKeyboards(configuration.keyboard)
  }

  /// Reports the touch screens in a configuration that no device has; one that stays missing is
  /// reported once.
  func check(_ configuration: Configuration) {
    guard configuration.outputs.contains(where: { !$0.touch.isEmpty }) else { return reported = [] }
    let missing = configuration.missingTouchScreens(
      devices: InputPresence.names(in: tree), screens: TouchScreen.all(in: tree).map(\.name))
    for error in missing where !reported.contains(error) { note(error.description) }
    reported = missing
  }

  func followKeyboards(_ choice: KeyboardChoice) {
    keyboards = choice
    if choice.names.isEmpty {
      presence = nil
    } else if presence == nil {
      do throws(SystemError) {
        let made = try InputPresence(in: tree, on: loop)
        made.onChange = { [weak self] in self?.updateKeyboards() }
        presence = made
      } catch {
        note("/dev/input cannot be watched (\(error)): keyboards that come and go are not noticed")
      }
    }
    updateKeyboards()
  }

  /// Whether a configured keyboard is attached; `nil` if none are configured, or if the devices
  /// cannot be watched.
  var hasKeyboard: Bool? { presence == nil ? nil : isAttached }

  private func updateKeyboards() {
    guard keyboards.isAttached(among: presence?.names ?? []) != isAttached else { return }
    isAttached.toggle()
    note(isAttached ? "the keyboard is attached" : "the keyboard is taken off")
    onKeyboard(isAttached)
  }

  func setTabletMode(_ isOn: Bool) { isTabletMode = isOn }

  /// Maps input devices to outputs, and disables or enables the built-in keyboards and, if
  /// configured, touchpads.
  func update(_ scene: Scene, among outputs: [DesktopOutput], _ configuration: Configuration) {
    let keyboard = configuration.keyboard
    let panels = scene.outputs.filter(\.isManaged)
    mapper?.map(
      InputStage(
        turning: panels.map(\.name), outputs: outputs,
        assigned: configuration.touchOutputs(among: outputs.map(\.name))))
    let rests =
      switch keyboard.disable {
      case .never: false
      case .turned: panels.contains { $0.transform != $0.initial }
      case .tabletMode: isTabletMode
      }
    if let mapper, mapper.canRest {
      mapper.rest(rests, includesTouchpad: keyboard.touchpad)
    } else {
      kernel?.rest(rests, includesTouchpad: keyboard.touchpad)
    }
  }

  func compositorDisconnected() {
    mapper = nil
    kernel?.end()
    kernel = nil
  }

  /// Restores all settings; settings that cannot be restored stay in the journal for the next run.
  func stop() {
    presence = nil
    mapper?.end()
    mapper = nil
    kernel?.end()
    kernel = nil
  }
}

// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

/// The mapper of sway's input devices: it maps touch screens and pens to the panel, and switches the
/// built-in keyboard off on request.
final class SwayInputs: InputMapper {
  private var connection: SwayConnection
  private let sizes: () -> [String: Size]
  /// The settings that an earlier run has left, until they are restored.
  private var left: LentInputs
  private let keep: (LentInputs) -> Void
  private let note: (String) -> Void
  private var inputs: [SwayInput] = []
  /// Whether the settings have to be sent again although they are known to this run.
  private var mustRepeat = false
  private var configuration: String?
  private var commands: [String] = []
  /// The devices that this run mapped to an output.
  private var mapped: [String] = []
  private var said: [String] = []
  /// The devices whose events this run drops, until sway has confirmed that it accepts them again.
  private var resting: [RestingDevice] = []
  private var lastReturn = 0
  private var wantsRest = false
  private var includesTouchpad = false
  /// The outputs that touch screens are mapped to.
  private var stage: InputStage?

  /// A device whose events sway drops, or may drop.
  private struct RestingDevice {
    enum State: Equatable {
      /// The command that drops the events is on its way, or done.
      case dropped
      /// The command with this number, which accepts the events again, is on its way.
      case returning(command: Int)
      /// The command that enables the device again has failed.
      case stuck

      var isReturning: Bool { if case .returning = self { true } else { false } }
    }

    let identifier: String
    var state: State
  }

  /// Creates a mapper on a connection; `left` holds the settings that an earlier run could not
  /// restore, and `sizes` returns the surfaces of touch screens in millimetres, by their names.
  ///
  /// `keep` stores the settings to restore, before any request; `note` receives messages.
  init(
    _ connection: SwayConnection, left: LentInputs, sizes: @escaping () -> [String: Size] = { [:] },
    keep: @escaping (LentInputs) -> Void, note: @escaping (String) -> Void
  ) {
    self.connection = connection
    self.left = left
    self.sizes = sizes
    self.keep = keep
    self.note = note
  }

  /// Begins to follow the devices, after restoring the settings that an earlier run has left.
  func start() {
    if !left.isEmpty {
      note(
        "restored after a run that was ended by force: "
          + (left.disabled + left.mapped).joined(separator: ", "))
      send(left.commands) { [weak self] in
        self?.left = LentInputs()
        self?.write()
      }
    }
    connection.subscribe(to: ["input"], onEvent: { [weak self] _ in self?.readDevices() })
    connection.subscribe(
      to: ["workspace"],
      onEvent: { [weak self] event in
        if event["change"]?.string == "reload" { self?.repeatSettings() }
      })
    readConfiguration()
  }

  /// Continues with another connection to the same sway after the previous one was lost.
  func resume(_ connection: SwayConnection) {
    self.connection = connection
    (mustRepeat, commands) = (true, [])
    start()
  }

  /// Sends all settings again: sway has read its configuration again, and with that reset every
  /// device to it.
  private func repeatSettings() {
    (mustRepeat, commands) = (true, [])
    readConfiguration()
  }

  private func readConfiguration() {
    connection.ask(.getConfiguration) { [weak self] reply in
      self?.configuration = (try? reply.get())?["config"]?.string
      self?.readDevices()
    }
  }

  /// Maps touch screens and pens to the outputs that rotate, or that they are assigned to.
  func map(_ stage: InputStage) {
    guard stage != self.stage else { return }
    self.stage = stage
    mapTouch()
  }

  let canRest = true

  /// Drops the events of the built-in keyboard, and of the touchpad if included, or accepts them
  /// again.
  func rest(_ isResting: Bool, includesTouchpad: Bool) {
    guard isResting != wantsRest || includesTouchpad != self.includesTouchpad else { return }
    (wantsRest, self.includesTouchpad) = (isResting, includesTouchpad)
    updateRest()
  }

  /// Restores all settings; blocks for two seconds at most for each read.
  func end() {
    wantsRest = false
    let commands = lent.commands
    guard !commands.isEmpty else { return }
    let reply = SwaySocket.ask(.runCommand, commands.joined(separator: "; "), at: connection.path)
    // Without an answer the next run restores them.
    guard reply != nil else { return }
    (left, resting, mapped) = (LentInputs(), [], [])
    write()
  }

  private var lent: LentInputs {
    let resting = resting.map(\.identifier)
    return LentInputs(
      disabled: resting + left.disabled.filter { !resting.contains($0) },
      mapped: mapped + left.mapped.filter { !mapped.contains($0) })
  }

  private func write() { keep(lent) }

  private func readDevices() {
    connection.ask(.getInputs) { [weak self] reply in
      guard let self, let value = try? reply.get() else { return }
      let found = SwayInput.list(value)
      guard found != inputs || mustRepeat else { return }
      inputs = found
      mapTouch()
      updateRest(isRepeated: mustRepeat)
      mustRepeat = false
    }
  }

  private func mapTouch() {
    guard let stage, !inputs.isEmpty else { return }
    let plan = SwayTouchPlan(
      inputs, outputs: stage.outputs, turning: stage.turning, configuration: configuration,
      sizes: sizes(), assigned: stage.assigned)
    for text in plan.notes where !said.contains(text) {
      said.append(text)
      note(text)
    }
    let new = plan.commands.filter { !commands.contains($0) }
    commands = plan.commands
    mapped += plan.devices.filter { !mapped.contains($0) }
    write()
    send(new) {}
  }

  /// Has the right devices rest; with `isRepeated` also those whose command was sent already.
  ///
  /// A device is stored before the request and until the answer, so that none can stay off unnoticed.
  private func updateRest(isRepeated: Bool = false) {
    let wanted = wantsRest ? inputs.filter(isToRest).map(\.identifier) : []
    let begins = wanted.filter { isRepeated || state(of: $0) != .dropped }
    let ends = resting.filter { !wanted.contains($0.identifier) }
      .filter { isRepeated || !$0.state.isReturning }.map(\.identifier)
    lastReturn += 1
    let returning = RestingDevice.State.returning(command: lastReturn)
    for identifier in begins { set(identifier, .dropped) }
    for identifier in ends { set(identifier, returning) }
    write()
    send(begins.compactMap { SwayCommand.input($0, "events disabled") }) {}
    send(
      ends.compactMap { SwayCommand.input($0, "events enabled") },
      onFailure: { [weak self] in self?.replace(returning, by: .stuck, for: ends) },
      onSuccess: { [weak self] in self?.replace(returning, by: nil, for: ends) })
  }

  private func state(of identifier: String) -> RestingDevice.State? {
    resting.first { $0.identifier == identifier }?.state
  }

  private func set(_ identifier: String, _ state: RestingDevice.State) {
    if let index = resting.firstIndex(where: { $0.identifier == identifier }) {
      resting[index].state = state
    } else {
      resting.append(RestingDevice(identifier: identifier, state: state))
    }
  }

  /// Replaces a state that the devices still have, and stores the rest; `nil` forgets the devices.
  private func replace(
    _ old: RestingDevice.State, by new: RestingDevice.State?, for identifiers: [String]
  ) {
    for identifier in identifiers where state(of: identifier) == old {
      if let new {
        set(identifier, new)
      } else {
        resting.removeAll { $0.identifier == identifier }
      }
    }
    write()
  }

  /// A device that the user has switched off is not switched on again.
  private func isToRest(_ input: SwayInput) -> Bool {
    guard !input.isDisabled || state(of: input.identifier) != nil else { return false }
    return input.isBuiltInKeyboard || includesTouchpad && input.isTouchpad
  }

  private func send(
    _ commands: [String], onFailure: @escaping () -> Void = {}, onSuccess: @escaping () -> Void
  ) {
    guard !commands.isEmpty else { return }
    connection.ask(.runCommand, commands.joined(separator: "; ")) { [weak self] reply in
      switch reply {
      case .failure(let error):
        self?.note("sway: \(error)")
        onFailure()
      case .success(let value):
        if let failure = SwayCommand.failure(in: value) {
          self?.note("sway: \(failure)")
          onFailure()
        } else {
          onSuccess()
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

final class SwayInputs: InputMapper {
  private var connection: SwayConnection
  private let sizes: () -> [String: Size]
  /// The settings that an earlier run has not restored; empty once they are restored.
  private var left: LentInputs
  private let keep: (LentInputs) -> Void
  private let note: (String) -> Void
  private var inputs: [SwayInput] = []
  /// Whether all settings must be sent again: sway has reset its devices, or the connection is new.
  private var mustRepeat = false
  private var configuration: String?
  private var commands: [String] = []
  /// The devices that this run has requested to map to an output, until `end` has restored them.
  private var mapped: [String] = []
  private var said: [String] = []
  /// The devices that this run disabled, until sway confirms that they are enabled again.
  private var resting: [RestingDevice] = []
  private var lastReturn = 0
  private var wantsRest = false
  private var includesTouchpad = false
  private var stage: InputStage?

  /// A device that is disabled, or may be.
  private struct RestingDevice {
    enum State: Equatable {
      /// The command that disables the device was sent.
      case dropped
      /// The command with this number, which enables the device again, is sent.
      case returning(command: Int)
      /// The command that enables the device again has failed.
      case stuck

      var isReturning: Bool { if case .returning = self { true } else { false } }
    }

    let identifier: String
    var state: State
  }

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

  /// Restores the settings that an earlier run has left, and begins to follow the devices.
  func start() {
    if !left.isEmpty {
      let names = (left.disabled + left.mapped).joined(separator: ", ")
      send(left.commands) { [weak self] in
        self?.note("restored after a run that was ended by force: \(names)")
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

  /// Continues with a new connection to the same sway after the loss of the previous one.
  func resume(_ connection: SwayConnection) {
    self.connection = connection
    (mustRepeat, commands) = (true, [])
    start()
  }

  /// Sends all settings again, after sway has reloaded its configuration and so reset every device.
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

  func map(_ stage: InputStage) {
    guard stage != self.stage else { return }
    self.stage = stage
    mapTouch()
  }

  let canRest = true

  func rest(_ isResting: Bool, includesTouchpad: Bool) {
    guard isResting != wantsRest || includesTouchpad != self.includesTouchpad else { return }
    (wantsRest, self.includesTouchpad) = (isResting, includesTouchpad)
    updateRest()
  }

  func end() {
    wantsRest = false
    let commands = lent.commands
    guard !commands.isEmpty else { return }
    let reply = SwaySocket.ask(.runCommand, commands.joined(separator: "; "), at: connection.path)
    // If sway does not answer, the next run restores the settings.
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

  /// Disables and enables devices as requested; with `isRepeated`, commands that were already sent
  /// are repeated.
  ///
  /// A device is stored before the request and until sway confirms that it is enabled again.
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

  /// Returns whether Swivel may disable a device; not one that the user has disabled, since Swivel
  /// must not enable it later.
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

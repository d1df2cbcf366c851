// SPDX-License-Identifier: Apache-2.0
import Bus
import Orientation
import Text

/// The applier for Mutter, through org.gnome.Mutter.DisplayConfig on the session bus.
///
/// Mutter's state, read again after every MonitorsChanged, confirms a rotation. Its transforms
/// count from the casing, like those of its wl_output; `Session` converts them.
final class MutterApplier: TransformApplier {
  /// The service's name on the bus, which is also the interface's name.
  static let service = "org.gnome.Mutter.DisplayConfig"
  private static let path = "/org/gnome/Mutter/DisplayConfig"
  /// The time limit of an ordinary answer.
  ///
  /// A stalled Mutter executes a request when it continues; a caller that cannot wait requests
  /// again.
  private static let answerTimeout = Duration.seconds(120)
  /// The time limit of the calls that make a change; a stopped Mutter answers them late.
  private static let changeTimeout = Duration.seconds(86_400)

  let name = "mutter"
  /// Whether Mutter itself rotates the panel with the device, which depends on tablet mode.
  private(set) var managesOrientation = false {
    didSet { if managesOrientation, !oldValue { onTakeover() } }
  }
  var onTakeover: () -> Void = {}
  private var bus: BusConnection
  private var state: MutterState?
  private var subscriptions: [Subscription] = []
  private var onReport: () -> Void = {}

  init(_ bus: BusConnection) { self.bus = bus }

  /// Requests the state of the monitors; `onEnd` gets `nil` when it is known, otherwise the error.
  ///
  /// From then on, `onReport` is called whenever Mutter has reported a change.
  func start(onReport: @escaping () -> Void, onEnd: @escaping (BusError?) -> Void) {
    self.onReport = onReport
    let match = SignalMatch(
      sender: Self.service, path: Self.path, interface: Self.service, member: "MonitorsChanged")
    do throws(BusError) {
      subscriptions = [
        try bus.subscribe(to: match) { [weak self] _ in self?.reread() },
        try bus.subscribe(toPropertiesOf: Self.service, at: Self.path, in: Self.service) {
          [weak self] _, _ in self?.readManagement()
        },
      ]
    } catch {
      return onEnd(error)
    }
    readManagement()
    // Mutter answers in order, so the property read before is known when this read ends.
    read { [weak self] result in
      switch result {
      case .success(let state):
        self?.state = state
        onEnd(nil)
      case .failure(let error): onEnd(error)
      }
    }
  }

  /// Continues with a new connection after the loss of the previous one, and reads the state again.
  func resume(on bus: BusConnection) {
    self.bus = bus
    start(onReport: onReport) { [onReport] _ in onReport() }
  }

  func obstacle(to output: String) -> String? {
    // A new output is missing from the last state, but will be in the next one.
    state == nil ? "Mutter has not reported which monitors it has" : nil
  }

  func transform(of output: String, beside wire: Transform) -> Transform {
    transform(of: output) ?? wire
  }

  /// Returns an output's transform in Mutter's last state; `nil` if the output is off or unknown.
  func transform(of output: String) -> Transform? {
    guard let state, let index = state.index(of: output) else { return nil }
    return state.logicalMonitors[index].transform
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    // The state is read again, since the known serial may be outdated.
    read(within: Self.changeTimeout) { [weak self] result in
      switch result {
      case .failure(let error): onEnd(.refused(reason: "\(error)"))
      case .success(let state):
        guard let self, let turned = state.turning(change.turns) else {
          let names = change.turns.map(\.output).joined(separator: " and ")
          return onEnd(.refused(reason: "Mutter has no monitor \(names) that is on"))
        }
        send(turned, onEnd: onEnd)
      }
    }
  }

  private func send(_ state: MutterState, onEnd: @escaping (ChangeResult) -> Void) {
    let call = BusCall(
      Self.service, Self.path, Self.service, "ApplyMonitorsConfig", state.arguments)
    bus.call(call, limit: Self.changeTimeout) { [weak self] reply in
      switch reply {
      case .success: onEnd(.succeeded)
      case .failure(let error):
        self?.read { result in
          // The outputs have changed since the state was read, so the caller may repeat the
          // request.
          if case .success(let now) = result, now.serial != state.serial {
            onEnd(.cancelled)
          } else {
            onEnd(.refused(reason: "\(error)"))
          }
        }
      }
    }
  }

  /// Reads whether Mutter itself rotates the panel, since the change signal may lack the value.
  private func readManagement() {
    bus.property("PanelOrientationManaged", of: Self.service, at: Self.path, in: Self.service) {
      [weak self] in
      self?.managesOrientation = (try? $0.get())?.boolean ?? false
    }
  }

  private func reread() {
    read { [weak self] result in
      guard let self, case .success(let state) = result else { return }
      self.state = state
      onReport()
    }
  }

  private func read(
    within limit: Duration = answerTimeout,
    onEnd: @escaping (Result<MutterState, BusError>) -> Void
  ) {
    let call = BusCall(Self.service, Self.path, Self.service, "GetCurrentState")
    bus.call(call, limit: limit) { reply in
      onEnd(
        reply.flatMap { values in
          guard let state = MutterState(values) else {
            return .failure(BusError(malformed: "GetCurrentState cannot be read"))
          }
          return .success(state)
        })
    }
  }
}

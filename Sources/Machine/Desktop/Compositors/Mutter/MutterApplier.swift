// SPDX-License-Identifier: Apache-2.0
import Bus
import Orientation
import Text

/// The applier for Mutter, through org.gnome.Mutter.DisplayConfig on the session bus.
///
/// Mutter's own report, read again after every MonitorsChanged, confirms a rotation. Its transforms
/// count from the casing, as those of its wl_output do; `Session` converts them.
final class MutterApplier: TransformApplier {
  /// The name on the bus.
  static let service = "org.gnome.Mutter.DisplayConfig"
  private static let path = "/org/gnome/Mutter/DisplayConfig"
  /// The time limit of an answer: a stalled Mutter carries out the request once it continues, as
  /// Wayland servers do, and a caller that cannot wait so long requests again.
  private static let answerTimeout = Duration.seconds(120)
  /// The time limit of the calls of a change, which a Mutter that was stopped answers late.
  private static let changeTimeout = Duration.seconds(86_400)

  let name = "mutter"
  /// Whether Mutter turns the panel with the device by itself, which changes with tablet mode.
  private(set) var managesOrientation = false {
    didSet { if managesOrientation, !oldValue { onTakeover() } }
  }
  /// Called when Mutter begins to turn the panel by itself.
  var onTakeover: () -> Void = {}
  private var bus: BusConnection
  private var state: MutterState?
  private var subscriptions: [Subscription] = []
  private var onReport: () -> Void = {}

  /// Creates an applier for the Mutter on a bus, without a request.
  init(_ bus: BusConnection) { self.bus = bus }

  /// Requests the state of the monitors; `onEnd` gets `nil` once it is known, else the error.
  ///
  /// Afterwards `onReport` is called whenever Mutter has reported a change.
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
    // Mutter answers in order, so the property is known as well when this ends.
    read { [weak self] result in
      switch result {
      case .success(let state):
        self?.state = state
        onEnd(nil)
      case .failure(let error): onEnd(error)
      }
    }
  }

  /// Continues with another connection after the previous one was lost, and reads the state again.
  func resume(on bus: BusConnection) {
    self.bus = bus
    start(onReport: onReport) { [onReport] _ in onReport() }
  }

  func obstacle(to output: String) -> String? {
    // An output that has just come is not in the last state yet, but will be in the next.
    state == nil ? "Mutter has not reported which monitors it has" : nil
  }

  /// Returns the transform of an output in Mutter's last state, or else `wire`.
  func transform(of output: String, beside wire: Transform) -> Transform {
    transform(of: output) ?? wire
  }

  /// Returns the transform of an output in Mutter's last state; `nil` if the output is off or unknown.
  func transform(of output: String) -> Transform? {
    guard let state, let index = state.index(of: output) else { return nil }
    return state.logicalMonitors[index].transform
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    // A serial that was read earlier may be stale by now.
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
          // The outputs changed after the state was read: the request may be repeated.
          if case .success(let now) = result, now.serial != state.serial {
            onEnd(.cancelled)
          } else {
            onEnd(.refused(reason: "\(error)"))
          }
        }
      }
    }
  }

  /// Reads whether Mutter turns the panel, which a signal need not contain.
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

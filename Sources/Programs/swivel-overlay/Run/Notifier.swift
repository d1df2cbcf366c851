// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// Messages as desktop notifications, each of which replaces the one before.
final class Notifier {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: BusConnection
  private var last: UInt32 = 0
  private var actions: Subscription?
  /// Called with the name of the action that the user chose.
  var onAction: ((String) -> Void)? { didSet { followActions() } }
  private let onFailure: (OverlayFailure) -> Void

  /// Connects to the session bus; throws if there is none.
  init(on loop: EventLoop, onFailure: @escaping (OverlayFailure) -> Void) throws(OverlayFailure) {
    self.onFailure = onFailure
    do throws(BusError) {
      bus = try BusConnection(.session, on: loop)
    } catch {
      throw OverlayFailure("no notifications: \(error); `swivel top` shows the same in a terminal")
    }
  }

  /// Closes the current notification.
  func close() {
    guard last != 0 else { return }
    let call = BusCall(
      Self.name, Self.path, Self.name, "CloseNotification", [.uint32(last)])
    last = 0
    // Some desktops report an error for a notification that has expired.
    bus.call(call) { _ in }
  }

  private func followActions() {
    let match = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.name, member: "ActionInvoked")
    actions = try? bus.subscribe(to: match) { [weak self] values in
      guard let self, values.count == 2, case .uint32(last) = values[0], let name = values[1].string
      else { return }
      onAction?(name)
    }
  }

  /// Shows a message for a number of seconds, 0 for the desktop's default; actions have a name and
  /// a label.
  func show(
    _ lines: [String], isUrgent: Bool, stay: Int, actions: [(name: String, words: String)] = []
  ) {
    guard let summary = lines.first else { return }
    let hints: [BusValue] = [
      .entry(.string("urgency"), .variant(.byte(isUrgent ? 2 : 1))),
      .entry(.string("desktop-entry"), .variant(.string("swivel"))),
    ]
    let call = BusCall(
      Self.name, Self.path, Self.name, "Notify",
      [
        .string("swivel"), .uint32(last), .string(""), .string(summary),
        .string(lines.dropFirst().joined(separator: "\n")),
        .array(actions.flatMap { [.string($0.name), .string($0.words)] }, element: "s"),
        .array(hints, element: "{sv}"), .int32(stay == 0 ? -1 : Int32(stay) * 1000),
      ])
    bus.call(call) { [weak self] reply in
      switch reply {
      case .success(let values):
        if case .uint32(let id)? = values.first { self?.last = id }
      case .failure(let error):
        self?.onFailure(OverlayFailure("no notification could be shown: \(error)"))
      }
    }
  }
}

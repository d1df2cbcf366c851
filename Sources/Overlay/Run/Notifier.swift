// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// Messages as notifications of the desktop, each in the place of the one before.
final class Notifier {
  private static let name = "org.freedesktop.Notifications"

  private let bus: BusConnection
  private var last: UInt32 = 0
  private let onFailure: (OverlayFailure) -> Void

  /// Connects to the session's bus; throws when there is none.
  init(on loop: EventLoop, onFailure: @escaping (OverlayFailure) -> Void) throws(OverlayFailure) {
    self.onFailure = onFailure
    do throws(BusError) {
      bus = try BusConnection(.session, on: loop)
    } catch {
      throw OverlayFailure("no notifications: \(error); `swivel top` shows the same in a terminal")
    }
  }

  /// Shows a message for so many seconds, 0 for as long as the desktop likes.
  func show(_ lines: [String], isUrgent: Bool, stay: Int) {
    guard let summary = lines.first else { return }
    let hints: [BusValue] = [
      .entry(.string("urgency"), .variant(.byte(isUrgent ? 2 : 1))),
      .entry(.string("desktop-entry"), .variant(.string("swivel"))),
    ]
    let call = BusCall(
      Self.name, "/org/freedesktop/Notifications", Self.name, "Notify",
      [
        .string("swivel"), .uint32(last), .string(""), .string(summary),
        .string(lines.dropFirst().joined(separator: "\n")), .array([], element: "s"),
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

// SPDX-License-Identifier: Apache-2.0
public import Bus

/// The session's on-screen keyboards, enabled and disabled over the session bus.
///
/// Squeekboard and others that phosh knows have `sm.puri.OSK0` (World/Phosh, "sm.puri.OSK0.xml"),
/// KWin has `org.kde.kwin.VirtualKeyboard` (src/org.kde.kwin.VirtualKeyboard.xml). GNOME and
/// squeekboard follow a setting of GNOME.
public final class OnScreenKeyboards {
  private static let key = "/org/gnome/desktop/a11y/applications/screen-keyboard-enabled"

  private let connection: BusConnection
  private let setting: DconfSwitch?
  private let note: (String) -> Void

  /// Creates the object on a connection to the session bus; `database` is the path of the user's
  /// dconf database, and `note` receives messages.
  ///
  /// Without a database, GNOME's setting is left alone.
  public init(
    _ connection: BusConnection, database: String?, note: @escaping (String) -> Void
  ) {
    self.connection = connection
    self.note = note
    setting = database.flatMap { try? DconfSwitch(Self.key, in: $0, over: connection) }
  }

  /// Enables or disables all keyboards, and sets GNOME's setting; keyboards that do not run are not
  /// started.
  public func set(_ isOn: Bool) {
    call(
      BusCall(
        "sm.puri.OSK0", "/sm/puri/OSK0", "sm.puri.OSK0", "SetVisible", [.boolean(isOn)]))
    call(
      BusCall(
        "org.kde.KWin", "/VirtualKeyboard", "org.freedesktop.DBus.Properties", "Set",
        [
          .string("org.kde.kwin.VirtualKeyboard"), .string("enabled"),
          .variant(.boolean(isOn)),
        ]))
    setting?.set(isOn) { [note] in note("GNOME's setting of the keyboard: \($0)") }
  }

  private func call(_ call: BusCall) {
    connection.call(call) { [note] reply in
      // A keyboard that does not run is no error.
      if case .failure(let error) = reply, !error.isUnknownService {
        note("\(call.destination): \(error)")
      }
    }
  }
}

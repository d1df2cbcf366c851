// SPDX-License-Identifier: Apache-2.0
public import Bus

/// The session's on-screen keyboards, enabled and disabled over the session bus.
///
/// Squeekboard and others that phosh knows have `sm.puri.OSK0` (World/Phosh, "sm.puri.OSK0.xml"),
/// KWin has `org.kde.kwin.VirtualKeyboard` (src/org.kde.kwin.VirtualKeyboard.xml), since 6.7 with
/// the property `mode` in place of `enabled`. GNOME and squeekboard follow a setting of GNOME.
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
    setKWin("enabled", .boolean(isOn), orElse: ("mode", .int32(isOn ? 1 : 0)))
    setting?.set(isOn) { [note] in note("GNOME's setting of the keyboard: \($0)") }
  }

  /// Sets a property of KWin's keyboard, or `other` if this version of KWin lacks the property.
  ///
  /// The modes are 0, never; 1, after a touch or a pen; 2, after any input.
  private func setKWin(
    _ property: String, _ value: BusValue, orElse other: (property: String, value: BusValue)?
  ) {
    call(
      BusCall(
        "org.kde.KWin", "/VirtualKeyboard", "org.freedesktop.DBus.Properties", "Set",
        [.string("org.kde.kwin.VirtualKeyboard"), .string(property), .variant(value)])
    ) { [weak self] error in
      guard let other, error.name == "org.freedesktop.DBus.Error.UnknownProperty" else {
        return false
      }
      self?.setKWin(other.property, other.value, orElse: nil)
      return true
    }
  }

  /// Calls a method, and notes an error for which `handles` returns false.
  private func call(_ call: BusCall, handles: @escaping (BusError) -> Bool = { _ in false }) {
    connection.call(call) { [note] reply in
      // A keyboard that does not run is no error.
      if case .failure(let error) = reply, !error.isUnknownService, !handles(error) {
        note("\(call.destination): \(error)")
      }
    }
  }
}

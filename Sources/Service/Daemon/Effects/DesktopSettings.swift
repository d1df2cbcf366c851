// SPDX-License-Identifier: Apache-2.0
import Bus
import Configuration
import Desktop
import EventLoop

/// Desktop settings in step with the daemon: GNOME's rotation lock, both ways, on-screen keyboards.
///
/// The session bus is joined only while the configuration enables one of them.
final class DesktopSettings {
  private static let lockKey =
    "/org/gnome/settings-daemon/peripherals/touchscreen/orientation-lock"

  private let loop: EventLoop
  private let environment: (String) -> String?
  private let bus: BusAddress
  private let note: (String) -> Void
  private var connection: BusConnection?
  private var lockSetting: DconfSwitch?
  private var keyboards: OnScreenKeyboards?
  private var isLocked = false
  private var tabletMode: Bool?
  /// Called when the user locks (true) or unlocks rotation on the desktop.
  var onLock: (Bool) -> Void = { _ in }

  /// Creates settings that are not followed yet; `note` receives messages for the user.
  init(on machine: Machine, note: @escaping (String) -> Void) {
    (loop, environment, bus) = (machine.loop, machine.environment, machine.sessionBus)
    self.note = { note("desktop: \($0)") }
  }

  /// Follows the settings that the configuration enables, and stops following the others.
  ///
  /// If one of the two locks is on at the beginning, the other is switched on.
  func use(_ configuration: Configuration) {
    let follows = configuration.gnome.orientationLock
    let switches = configuration.keyboard.onScreen == .tabletMode
    guard follows || switches else { return stop() }
    do throws(BusError) {
      let joined: BusConnection
      if let connection {
        joined = connection
      } else {
        joined = try BusConnection(bus, on: loop)
      }
      connection = joined
      if follows { try followLock(joined) } else { lockSetting = nil }
      if switches { switchKeyboards(joined) } else { keyboards = nil }
    } catch {
      note("its settings cannot be followed: \(error)")
    }
  }

  /// Called when the daemon has locked (true) or unlocked rotation.
  func lockChanged(_ isLocked: Bool) {
    self.isLocked = isLocked
    lockSetting?.set(isLocked) { [note] in note("its rotation lock stays as it is: \($0)") }
  }

  /// Called when the tablet mode has changed; `nil` if no source reports it.
  func setTabletMode(_ isOn: Bool?) {
    guard isOn != tabletMode else { return }
    tabletMode = isOn
    if let isOn { keyboards?.set(isOn) }
  }

  func stop() {
    (lockSetting, keyboards) = (nil, nil)
    connection?.close()
    connection = nil
  }

  private func followLock(_ connection: BusConnection) throws(BusError) {
    guard lockSetting == nil else { return }
    guard let file = DconfSwitch.file(in: environment) else {
      return note("without a home there is no dconf to follow")
    }
    lockSetting = try DconfSwitch(Self.lockKey, in: file, over: connection) { [weak self] in
      guard let self else { return }
      desktopSays(lockSetting?.value ?? false)
    }
    if lockSetting?.value == true { desktopSays(true) } else { lockChanged(isLocked) }
  }

  private func desktopSays(_ isOn: Bool) {
    if isOn != isLocked { onLock(isOn) }
  }

  private func switchKeyboards(_ connection: BusConnection) {
    guard keyboards == nil else { return }
    keyboards = OnScreenKeyboards(
      connection, database: DconfSwitch.file(in: environment), note: note)
    if let tabletMode { keyboards?.set(tabletMode) }
  }
}

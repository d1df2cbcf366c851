// SPDX-License-Identifier: Apache-2.0
import Bus
import Configuration
import Desktop
import EventLoop

/// The connection to desktop settings on the session bus: GNOME's rotation lock, on-screen
/// keyboards.
///
/// GNOME's lock and Swivel's are kept equal. The bus is joined only while the configuration enables
/// one of the settings, and again after a lost connection.
final class DesktopSettings {
  private static let lockKey =
    "/org/gnome/settings-daemon/peripherals/touchscreen/orientation-lock"

  private let loop: EventLoop
  private let environment: (String) -> String?
  private let bus: BusAddress
  private let note: (String) -> Void
  private var link: BusLink?
  private var (followsLock, switchesKeyboards) = (false, false)
  /// The desktop's lock as last reported or set, kept while the bus is lost; `nil` while it is not
  /// followed.
  private var lastLock: Bool?
  private var lockSetting: DconfSwitch?
  private var keyboards: OnScreenKeyboards?
  private var isLocked = false
  private var tabletMode: Bool?
  /// Called when Swivel's lock has to follow the desktop's, on (true) or off.
  var onLock: (Bool) -> Void = { _ in }

  init(on machine: Machine, note: @escaping (String) -> Void) {
    (loop, environment, bus) = (machine.loop, machine.environment, machine.sessionBus)
    self.note = { note("desktop: \($0)") }
  }

  /// Follows the settings that the configuration enables, and stops following the other settings.
  ///
  /// If GNOME's lock or Swivel's is on at the beginning, the other is switched on.
  func use(_ configuration: Configuration) {
    followsLock = configuration.gnome.orientationLock
    switchesKeyboards = configuration.keyboard.onScreen == .tabletMode
    guard followsLock || switchesKeyboards else { return stop() }
    do throws(BusError) {
      if let link {
        // While the bus is lost, the settings take effect after the reconnection.
        if let connection = link.connection { try follow(connection) }
      } else {
        let link = BusLink(
          bus, on: loop,
          onJoin: { [weak self] (bus) throws(BusError) in try self?.follow(bus) },
          onLoss: { [weak self] in self?.forget() })
        try link.open()
        self.link = link
      }
    } catch {
      note("its settings cannot be followed: \(error)")
    }
  }

  private func follow(_ connection: BusConnection) throws(BusError) {
    if followsLock { try followLock(connection) } else { (lockSetting, lastLock) = (nil, nil) }
    if switchesKeyboards { switchKeyboards(connection) } else { keyboards = nil }
  }

  private func forget() { (lockSetting, keyboards) = (nil, nil) }

  /// Called when the daemon has locked (true) or unlocked rotation.
  func lockChanged(_ isLocked: Bool) {
    self.isLocked = isLocked
    lastLock = lockSetting == nil ? lastLock : isLocked
    lockSetting?.set(isLocked) { [note] in note("its rotation lock stays as it is: \($0)") }
  }

  /// Called when the tablet mode has changed; if it is `nil`, since no source reports it, on-screen
  /// keyboards stay as they are.
  func setTabletMode(_ isOn: Bool?) {
    guard isOn != tabletMode else { return }
    tabletMode = isOn
    if let isOn { keyboards?.set(isOn) }
  }

  func stop() {
    forget()
    lastLock = nil
    link?.close()
    link = nil
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
    let value = lockSetting?.value ?? false
    // The desktop's lock takes precedence if it changed while the bus was lost or, at the first
    // connection, is on; otherwise the desktop gets Swivel's.
    if value != lastLock ?? false { desktopSays(value) } else { lockChanged(isLocked) }
  }

  private func desktopSays(_ isOn: Bool) {
    lastLock = isOn
    if isOn != isLocked { onLock(isOn) }
  }

  private func switchKeyboards(_ connection: BusConnection) {
    guard keyboards == nil else { return }
    keyboards = OnScreenKeyboards(
      connection, database: DconfSwitch.file(in: environment), note: note)
    if let tabletMode { keyboards?.set(tabletMode) }
  }
}

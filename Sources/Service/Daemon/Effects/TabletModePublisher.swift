// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Sensors

/// The publisher of the tablet mode that Swivel derived, as a kernel switch that compositors read.
final class TabletModePublisher {
  private let tree: DeviceTree
  private let isWanted: Bool
  private let access: TabletModeSwitch.Access
  private let note: (String) -> Void
  private var device: TabletModeSwitch?
  private var hasFailed = false

  init(
    _ isWanted: Bool, in tree: DeviceTree, access: TabletModeSwitch.Access = .kernel,
    note: @escaping (String) -> Void
  ) {
    self.isWanted = isWanted
    self.tree = tree
    self.access = access
    self.note = note
  }

  /// Publishes the tablet mode if publishing is configured; removes the switch if the mode is
  /// unknown or the machine's own switch reports it.
  ///
  /// After a failure to create the switch, nothing is published any more.
  func publish(_ isOn: Bool?) {
    guard isWanted, !hasFailed else { return }
    guard let isOn, !PostureSource.hasTabletSwitch(in: tree) else { return device = nil }
    if device == nil {
      do throws(SystemError) {
        device = try TabletModeSwitch.make(in: tree, access: access)
        note("the tablet mode is reported to the desktop by a switch of our own")
      } catch {
        hasFailed = true
        note(
          "the tablet mode is not reported to the desktop (\(error)): `swivel doctor` says how to allow it"
        )
      }
    }
    device?.set(isOn)
  }

  func stop() { device = nil }
}

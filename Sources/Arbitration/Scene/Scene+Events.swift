// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  /// The scene with an event in it, before anybody has been asked.
  ///
  /// An event on a window that is not there changes nothing.
  public func after(_ event: Event, rules: some RuleSet) -> Scene {
    var scene = self
    switch event {
    case .setUp:
      scene.hasLaunched = true
      scene.settleSettings(rules.family)
    case .device(let event): scene.take(event, rules: rules)
    case .app(let event): scene.take(event)
    case .window(let id, let event): scene.take(event, on: id)
    case .add(let window, let makesKey): scene.add(window, makesKey: makesKey)
    case .output(let event): scene.take(event)
    case .observe, .addExempt, .answer, .abstained, .policyFailed, .deadline, .applied: break
    }
    return scene
  }

  private mutating func take(_ event: DeviceEvent, rules: some RuleSet) {
    switch event {
    case .turned(let value):
      // Under UIKit's lock the device itself stops following the body (F-10).
      guard !(device.isRotationLocked && rules.family == .uikit) else { return }
      if !isForeground, value != device.orientation { hasPendingTurn = true }
      // What the user asked for stands until the device turns (W-14).
      let isNew = value != device.orientation && value.interface != nil
      if rules.family == .desktop, isNew { device.userRotation = nil }
      setDevice(value)
    case .forced(let value):
      guard rules.uikit?.allowsForcing == true else { return }
      if !isForeground, value != device.orientation { hasPendingTurn = true }
      setDevice(value)
    case .rotationLock(let isLocked):
      device.isRotationLocked = isLocked
      holdCurrent(isLocked, rules.family)
      // A phone locks to portrait, a pad to whatever is current (F-10).
      let upright = device.orientation.interface != nil
      if isLocked, rules.family == .uikit, device.idiom == .phone, upright {
        setDevice(.portrait)
      }
    case .generating(let begins):
      device.generatingCount = max(0, device.generatingCount + (begins ? 1 : -1))
    case .setting(let setting): take(setting, rules.family)
    }
  }

  private mutating func setDevice(_ value: DeviceOrientation) {
    // A new upright value ends what somebody else's transform held (W-10).
    if value != device.orientation, value.interface != nil {
      releaseOutputs()
    }
    device.orientation = value
    if value.interface != nil { device.felt = value }
  }

  private mutating func take(_ event: AppEvent) {
    switch event {
    case .background: isForeground = false
    case .foreground: isForeground = true
    case .setDelegate(let masks): app.delegate = masks
    case .resize(let isFull): isFullSize = isFull
    case .focusText(let window):
      for index in windows.indices where windows[index].isFollower {
        windows[index].isHidden = window == nil
      }
    case .setPolicy(let controller, let policy):
      for index in windows.indices {
        let found = windows[index].root?.change(controller) { $0.policy = .declared(policy) }
        if found == true { return }
      }
    case .attemptRotation, .setStatusBar: break
    }
  }

  private mutating func take(_ event: OutputEvent) {
    switch event {
    case .add(let output):
      outputs.removeAll { $0.id == output.id }
      outputs.append(output)
      if outputs.filter(\.isManaged).count == 1, output.isManaged { alignStatusBar() }
    case .remove(let id): outputs.removeAll { $0.id == id }
    // Only somebody else's transform comes here; it stands until the device turns (W-10).
    case .transform(let id, let transform): adoptExternalTransform(transform, on: id)
    case .manage(let id, let isManaged):
      guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
      outputs[index].isManaged = isManaged
      if outputs.filter(\.isManaged).count == 1 { alignStatusBar() }
    case .restore, .release, .awake: break
    }
  }

  /// An output shows a transform that was not decided here; bar and windows go with it.
  mutating func adoptExternalTransform(_ transform: Transform, on id: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
    outputs[index].transform = transform
    outputs[index].desired = transform
    outputs[index].isHeldByOther = true
    guard outputs[index].isManaged, outputs.first(where: { $0.isManaged })?.id == id else { return }
    statusBar.orientation = outputs[index].orientation
    for window in windows.indices { windows[window].orientation = outputs[index].orientation }
  }

  /// The shared value starts as what the first output that turns shows.
  mutating func alignStatusBar() {
    guard let output = outputs.first(where: { $0.isManaged }) else { return }
    statusBar.orientation = output.orientation
  }
}

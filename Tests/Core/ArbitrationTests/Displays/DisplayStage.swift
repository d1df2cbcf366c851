// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// A device with one display, which takes events and keeps the last verdict.
struct DisplayStage {
  var arbiter: Arbiter
  var verdict: Verdict

  /// Places the windows; by default the last shown one is key.
  init(_ rules: any RuleSet, device: Device = Device(), windows: [Window], key: Int32? = nil) throws
  {
    let number = key.map { WindowID($0) } ?? windows.last { !$0.isHidden }?.id
    var scene = Scene(device: device, windows: windows, key: number)
    let natural = InterfaceOrientation(transform: .normal, on: device.panel)
    scene.statusBar.orientation = natural
    for index in scene.windows.indices { scene.windows[index].orientation = natural }
    arbiter = Arbiter(rules: rules, scene: scene)
    let effects = arbiter.handle(.setUp, at: Instant(nanoseconds: 0))
    verdict = try #require(effects.verdicts.first)
  }

  var shown: InterfaceOrientation { arbiter.scene.statusBar.orientation }
  var writer: StatusBar.Writer? { arbiter.scene.statusBar.writer }
  var conflicts: [Conflict.Kind] { verdict.conflicts.map(\.kind) }
  var culprits: [Party] { verdict.conflicts.first?.culprits ?? [] }

  @discardableResult
  mutating func play(_ event: Event) throws -> InterfaceOrientation {
    let effects = arbiter.handle(event, at: Instant(nanoseconds: 0))
    verdict = try #require(effects.verdicts.first)
    #expect(arbiter.scene.windows.allSatisfy { $0.orientation == shown })
    return shown
  }

  @discardableResult
  mutating func turn(_ orientation: DeviceOrientation) throws -> InterfaceOrientation {
    try play(.device(.turned(orientation)))
  }

  @discardableResult
  mutating func window(_ id: Int32, _ event: WindowEvent) throws -> InterfaceOrientation {
    try play(.window(WindowID(id), event))
  }

  @discardableResult
  mutating func set(_ setting: DeviceSetting) throws -> InterfaceOrientation {
    try play(.device(.setting(setting)))
  }

  /// Returns whether the last decision stopped at a gate of a rule.
  func stopped(at rule: RuleID) -> Bool {
    verdict.gates.contains { $0.rule == rule && !$0.isPassed }
  }

  /// Returns whether the last decision passed a gate of a rule.
  func passed(_ rule: RuleID) -> Bool {
    verdict.gates.contains { $0.rule == rule && $0.isPassed }
  }
}

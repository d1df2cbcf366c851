// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// A phone with an app of some windows under a version of UIKit, from events to verdicts.
struct UIKitStage {
  static let versions = RuleSetCatalog.names.filter { $0.hasPrefix("uikit-") }
  /// The versions in which a window belongs to a scene.
  static let sceneVersions = ["uikit-13", "uikit-16", "uikit-26", "uikit-27"]
  /// A policy that accepts every orientation, under every version.
  static let willing = DeclaredPolicy(supported: .all, legacy: .all)

  private(set) var arbiter: Arbiter
  let traits: UIKitTraits
  /// The verdict on the launch.
  let launch: Verdict

  /// Launches an app, by default with all four orientations in its list.
  init(
    _ rules: String, device: Device = Device(),
    app: App = App(supported: InterfaceOrientation.fallbackOrder), windows: [Window]
  ) throws {
    let rules = try #require(RuleSetCatalog.make(rules))
    traits = try #require(rules.uikit)
    arbiter = Arbiter(
      rules: rules,
      scene: Scene(device: device, app: app, windows: windows, key: windows.first?.id))
    launch = try #require(arbiter.handle(.setUp, at: .zero).verdicts.first)
  }

  static func window(
    _ number: Int32, level: Int32 = 0, isHidden: Bool = false, _ policy: DeclaredPolicy = willing
  ) -> Window {
    .declared(number, "w\(number)", level: level, isHidden: isHidden, policy)
  }

  /// Returns a window whose root is a container of willing controllers.
  static func window(_ number: Int32, _ kind: Container.Kind, _ children: [String]) -> Window {
    var window = window(number)
    window.root?.container = Container(kind: kind, children: children.map { controller($0) })
    return window
  }

  static func controller(_ id: String) -> Controller {
    Controller(id: id, policy: .declared(willing))
  }

  mutating func play(_ event: Event) throws -> Verdict {
    try #require(arbiter.handle(event, at: .zero).verdicts.first)
  }

  mutating func turn(_ orientation: DeviceOrientation) throws -> Verdict {
    try play(.device(.turned(orientation)))
  }
}

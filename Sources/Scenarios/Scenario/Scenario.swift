// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// A device, an app, its windows, what happens to them and what must come out.
public struct Scenario: Sendable {
  /// The file's name as given, for messages.
  public let file: String
  /// The title; empty when the file has none.
  public let title: String
  /// Where the behaviour is documented.
  public let sources: [String]
  /// The rules it is to be run under.
  public let rules: any RuleSet
  /// The scene before anything has been placed.
  public let scene: Scene
  /// Diagnostic windows, which no rule set sees.
  public let exempt: [Window]
  /// Whether the file itself plays the launch, so that step 0 shows only the launch placement.
  public let playsLaunch: Bool
  /// What happens, in order.
  public let events: [ScenarioEvent]
  /// What must come out.
  public let expectations: [Expectation]
  /// Keys to which these rules give no effect, in the order of the file.
  public let ignored: [String]
  /// The names of all windows that ever exist, by number.
  public let windowNames: [String]

  /// The name of a window, whether or not it still exists.
  public func name(of id: WindowID) -> String {
    let index = Int(id.rawValue)
    return windowNames.indices.contains(index) ? windowNames[index] : "\(index)"
  }
}

extension Scenario {
  /// The word for somebody who can be blamed: app, delegate, device or a window's name.
  public func name(of party: Party) -> String {
    switch party {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): name(of: id)
    }
  }
}

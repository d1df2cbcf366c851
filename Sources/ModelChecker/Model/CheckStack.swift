// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// What is checked: a scene, and the windows that can still appear.
public struct CheckStack: Sendable {
  /// One window and how it comes into being.
  public struct Entry: Sendable {
    /// The window as it is when it appears.
    public var window: Window
    /// Whether it becomes key when it appears later.
    public var isKey: Bool
    /// Whether it is there from the start.
    public var isThere: Bool

    /// Describes a window and its beginning.
    public init(window: Window, isKey: Bool = false, isThere: Bool = true) {
      self.window = window
      self.isKey = isKey
      self.isThere = isThere
    }
  }

  /// How decisions are made.
  public var rules: any RuleSet
  /// The scene at the start.
  public var scene: Scene
  /// Whether the scene is one that runs; if not, it is set up before anything can happen.
  public var isRunning: Bool
  /// All windows, their numbers rising: the scene's and those that can be added.
  public var windows: [Entry]

  /// A scene and what may be added to it.
  public init(
    rules: any RuleSet, scene: Scene, addable: [Entry] = [], isRunning: Bool = false
  ) {
    self.rules = rules
    self.scene = scene
    self.isRunning = isRunning
    self.windows =
      (scene.windows.map { Entry(window: $0) } + addable).sorted { $0.window.id < $1.window.id }
  }
}

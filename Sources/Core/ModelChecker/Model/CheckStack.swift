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
  public init(rules: any RuleSet, scene: Scene, addable: [Entry] = [], isRunning: Bool = false) {
    self.rules = rules
    self.scene = scene
    self.isRunning = isRunning
    self.windows =
      (scene.windows.map { Entry(window: $0) } + addable).sorted { $0.window.id < $1.window.id }
  }
}

extension CheckStack {
  /// The same stack with other answers in place of some windows' own.
  public func answering(_ answers: [CheckAnswer]) -> CheckStack {
    var stack = self
    for answer in answers {
      for index in stack.windows.indices where stack.windows[index].window.id == answer.window {
        stack.windows[index].window.answer(answer.given, rules.scope)
      }
      if let index = stack.scene.index(of: answer.window) {
        stack.scene.windows[index].answer(answer.given, rules.scope)
      }
    }
    return stack
  }
}

extension Window {
  fileprivate mutating func answer(_ given: CheckAnswer.Given, _ scope: OrientationScope) {
    guard case .policy(let policy) = given else {
      if case .request(let request) = given { android.request = request }
      return
    }
    root = Controller(id: root?.id ?? name, policy: .declared(policy))
    // On a desktop it is a rule of the configuration that answers.
    if scope == .output { shell.hasRule = true }
  }
}

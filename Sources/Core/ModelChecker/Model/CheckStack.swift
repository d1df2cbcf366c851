// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// The subject of a check: a scene, and the windows that can be added to it.
public struct CheckStack: Sendable {
  /// A window of a stack, with the way in which it is added.
  public struct Entry: Sendable {
    /// The window in its initial state.
    public var window: Window
    /// Whether the window becomes key when it is added.
    public var isKey: Bool
    /// Whether the window is present at the start.
    public var isThere: Bool

    /// Creates an entry.
    public init(window: Window, isKey: Bool = false, isThere: Bool = true) {
      self.window = window
      self.isKey = isKey
      self.isThere = isThere
    }
  }

  /// The rule set.
  public var rules: any RuleSet
  /// The scene at the start.
  public var scene: Scene
  /// Whether the scene is that of a running app; otherwise its set-up is played first.
  public var isRunning: Bool
  /// All windows by ascending ID: those of the scene and those that can be added.
  public var windows: [Entry]

  /// Creates a stack of a scene and the windows that can be added.
  public init(rules: any RuleSet, scene: Scene, addable: [Entry] = [], isRunning: Bool = false) {
    self.rules = rules
    self.scene = scene
    self.isRunning = isRunning
    self.windows =
      (scene.windows.map { Entry(window: $0) } + addable).sorted { $0.window.id < $1.window.id }
  }
}

extension CheckStack {
  /// Returns a copy of the stack in which some windows have other answers.
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

  /// Returns a copy of the stack in which the windows at two indices were created in the opposite order.
  func exchanging(_ left: Int, _ right: Int) -> CheckStack {
    var stack = self
    let ids = (windows[left].window.id, windows[right].window.id)
    stack.windows.swapAt(left, right)
    (stack.windows[left].window.id, stack.windows[right].window.id) = ids
    stack.scene.windows = stack.windows.filter { $0.isThere }.map { $0.window }
    stack.scene.keyHistory = scene.keyHistory.map { $0 == ids.0 ? ids.1 : $0 == ids.1 ? ids.0 : $0 }
    return stack
  }
}

extension Scene {
  /// Returns a copy of the scene in which the windows at two places were created in the opposite order.
  func exchanging(_ left: Int, _ right: Int) -> Scene {
    var scene = self
    scene.windows.swapAt(left, right)
    (scene.windows[left].id, scene.windows[right].id) = (windows[left].id, windows[right].id)
    return scene
  }
}

extension Event {
  /// Returns the event with the window of a stack, if the event adds a window.
  func adding(from stack: CheckStack) -> Event {
    guard case .add(let window, let makesKey) = self,
      let entry = stack.windows.first(where: { $0.window.id == window.id })
    else { return self }
    return .add(entry.window, makesKey: makesKey)
  }
}

extension Window {
  fileprivate mutating func answer(_ given: CheckAnswer.Given, _ scope: OrientationScope) {
    switch given {
    case .policy(let policy):
      root = Controller(id: root?.id ?? name, policy: .declared(policy))
      // On a desktop, a rule of the configuration gives the window's answer.
      if scope == .output { shell.hasRule = true }
    case .request(let request): android.request = request
    case .lock(let lock): chromeOS.lock = lock
    }
  }
}

/// An answer that replaces the own answer of a window.
public struct CheckAnswer: Sendable, Hashable {
  /// An answer in the form that the rule set reads.
  public enum Given: Sendable, Hashable {
    /// A declared policy, given by a single controller in place of the window's own ones.
    case policy(DeclaredPolicy)
    /// Android's orientation request of the window's activity.
    case request(AndroidRequest)
    /// ChromeOS' orientation lock of the window.
    case lock(OrientationLock)

    func isOwn(of window: Window) -> Bool {
      switch self {
      case .policy(let policy):
        window.root.map { $0 == Controller(id: $0.id, policy: .declared(policy)) } ?? false
      case .request(let request): window.android.effectiveRequest == request
      case .lock(let lock): window.chromeOS.lock == lock
      }
    }

    /// The answer in words, such as "NO, portrait".
    var words: String {
      switch self {
      case .policy(let policy):
        let mask = policy.supported ?? policy.legacy
        let masks =
          mask.map { $0.orientations.map { $0.name }.joined(separator: " ") } ?? "anything"
        let turns = policy.autorotate == false ? "NO, " : ""
        return "\(turns)\(masks.isEmpty ? "nothing" : masks)"
      case .request(let request): return request.rawValue
      case .lock(let lock): return lock.rawValue
      }
    }
  }

  /// The ID of the window.
  public var window: WindowID
  /// The answer that the window gives instead of its own.
  public var given: Given
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension CheckStack {
  /// The same stack with other answers in place of some windows' own.
  public func answering(_ answers: [CheckAnswer]) -> CheckStack {
    var stack = self
    for answer in answers {
      for index in stack.windows.indices where stack.windows[index].window.id == answer.window {
        stack.windows[index].window.answer(answer.policy, rules.scope)
      }
      if let index = stack.scene.index(of: answer.window) {
        stack.scene.windows[index].answer(answer.policy, rules.scope)
      }
    }
    return stack
  }
}

extension Window {
  fileprivate mutating func answer(_ policy: DeclaredPolicy, _ scope: OrientationScope) {
    root = Controller(id: root?.id ?? name, policy: .declared(policy))
    // On a desktop it is a rule of the configuration that answers.
    if scope == .output { shell.hasRule = true }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import Arbitration

extension Window {
  /// Returns a window with a declared policy.
  package static func declared(
    _ number: Int32, _ name: String, level: Int32 = 0, isHidden: Bool = false,
    _ policy: DeclaredPolicy = DeclaredPolicy(), shell: ShellTraits = ShellTraits()
  ) -> Window {
    Window(
      id: WindowID(number), name: name, level: level, isHidden: isHidden,
      root: Controller(id: "\(name).root", policy: .declared(policy)), shell: shell)
  }
}

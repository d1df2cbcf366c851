// SPDX-License-Identifier: Apache-2.0
import ModelChecker

/// The variables in which a Promela model keeps the state of a stack.
struct PromelaVariables {
  /// Whether windows can leave.
  let removes: Bool
  /// The windows that can be absent.
  let passing: UInt64
  /// The settings that events can lead to.
  let rests: Set<Int>

  init(_ model: CheckModel) {
    removes = model.hiddenMatters
    passing = removes ? model.all : model.addable
    rests = model.reachableSettings()
  }

  /// Returns the condition that a window is present; nil for one that always is.
  func isThere(_ index: Int) -> String? {
    passing >> UInt64(index) & 1 == 1 ? "there[\(index)]" : nil
  }

  /// Returns the condition that a window is present and shown.
  func shown(_ index: Int) -> String {
    ([isThere(index)].compactMap(\.self) + ["!hid[\(index)]"]).joined(separator: " && ")
  }
}

extension [String] {
  /// The conjunction of these conditions.
  var and: String { isEmpty ? "true" : joined(separator: " && ") }
}

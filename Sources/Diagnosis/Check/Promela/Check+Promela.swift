// SPDX-License-Identifier: Apache-2.0

extension Check {
  /// The stack as a model for Spin, with the same states as `run` looks at.
  ///
  /// Throws what keeps the stack from being written down.
  public static func promela(
    _ stack: CheckStack, isWhole: Bool = false
  ) throws(CheckLimit) -> String {
    var model = try PromelaModel(CheckModel(stack, isWhole: isWhole))
    return try model.text()
  }
}

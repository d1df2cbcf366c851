// SPDX-License-Identifier: Apache-2.0

extension Check {
  /// The stack as a model for Spin, with the same states as `run` looks at.
  ///
  /// `bounds` hold for the situations that are tried to write decisions down, and for the memory
  /// that these decisions take; `report` hears how many were tried and says whether to go on.
  /// Throws what keeps the stack from being written down.
  public static func promela(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(), tracksKeyWindow: Bool = false,
    report: @escaping (Int) -> Bool = { _ in true }
  ) throws(CheckLimit) -> String {
    var model = try PromelaModel(
      CheckModel(stack, tracksKeyWindow: tracksKeyWindow), bounds: bounds, goesOn: report)
    return try model.text()
  }
}

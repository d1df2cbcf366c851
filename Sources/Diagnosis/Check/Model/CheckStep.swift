// SPDX-License-Identifier: Apache-2.0

/// One step of a check: where it leads and what is remarkable about it.
struct CheckStep {
  var next: PackedState
  /// An exception ended the app.
  var raises = false
  /// Bar or output was written more than once.
  var isRestless = false
  /// A window's turn was put off.
  var putsOff = false
}

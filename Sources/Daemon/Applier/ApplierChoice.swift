// SPDX-License-Identifier: Apache-2.0
import Formats

/// What is to turn the outputs, as `--applier` names it.
enum ApplierChoice: String, CaseIterable {
  /// The first of the others that works here.
  case automatic = "auto"
  /// zwlr_output_manager_v1.
  case wlr
  /// kde_output_management_v2.
  case kde
  /// org.gnome.Mutter.DisplayConfig on the session bus.
  case mutter
  /// Commands at sway's socket.
  case sway

  /// Takes a word of the command line.
  init(option: String) throws(CommandFailure) {
    guard let choice = Self(rawValue: option) else {
      let valid = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(
        .badInput, "--applier: \(Quoting.quoted(option)) is none of \(valid)")
    }
    self = choice
  }

  /// The ways to be tried, in order.
  var ways: [ApplierChoice] {
    self == .automatic ? Self.allCases.filter { $0 != .automatic } : [self]
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Daemon
import Scenarios

/// The name of a rule set as it is given on the command line.
enum RuleSetName {
  /// Refuses a name that no rule set has, before any file is read.
  static func check(_ name: String?) throws {
    guard let name, RuleSetCatalog.make(name) == nil else { return }
    let valid = RuleSetCatalog.names.joined(separator: ", ")
    let cures = Cure.allCases.map { "+\($0.rawValue)" }.joined(separator: ", ")
    throw CommandFailure(
      .badInput,
      "unknown rule set \"\(PlainName.of(name))\"; there are \(valid); each can end in \(cures)")
  }
}

/// A name from the command line, fit to be printed.
enum PlainName {
  /// The name without control characters, cut to a length that a line can hold.
  static func of(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.prefix(60).map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
  }
}

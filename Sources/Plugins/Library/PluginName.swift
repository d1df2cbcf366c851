// SPDX-License-Identifier: Apache-2.0
import Formats

/// The names of plug-ins and of their options.
public enum PluginName {
  /// The longest name.
  public static let longest = 64
  /// What a name is made of, for messages.
  public static let rule = "1 to 64 lower-case letters, digits, - and ., a letter first"

  /// Whether a text is a name.
  public static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, (0x61...0x7A).contains(first), name.utf8.count <= longest
    else { return false }
    return name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
  }

  static func error(_ name: String, at node: Node) -> InputError {
    node.error("the name \(Quoting.quoted(name))", valid: [rule])
  }
}

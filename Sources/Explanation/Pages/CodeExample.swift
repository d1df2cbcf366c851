// SPDX-License-Identifier: Apache-2.0

/// A case in which a code comes out.
public enum CodeExample: Sendable, Hashable {
  /// A scenario under `examples/`, the step that shows it, and the line that is printed there.
  case scenario(file: String, step: Int, line: String)
  /// What only a live session can show, or nothing shipped can.
  case described(String)
}

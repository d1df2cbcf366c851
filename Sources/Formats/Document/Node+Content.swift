// SPDX-License-Identifier: Apache-2.0

extension Node {
  /// The three shapes of a YAML value.
  public enum Content: Equatable, Sendable {
    /// Text; only plain text (without quotes or block markers) may mean a number, bool or null.
    case scalar(String, isPlain: Bool)
    /// A list.
    case sequence([Node])
    /// A map in the order of the file; no name stands twice.
    case mapping([Pair])
  }
}

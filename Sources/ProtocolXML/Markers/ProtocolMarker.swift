// SPDX-License-Identifier: Apache-2.0

/// A marker file `NAME.protocol`: one line that says where a protocol comes from.
///
/// `package PATH` is a file of this package, `wayland PATH` and `wayland-protocols PATH` are files
/// of the installed packages. `unused package PATH` states that no Swift is wanted for it yet.
public struct ProtocolMarker: Hashable, Sendable {
  /// Where the protocol file lies.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// Beside `Package.swift`.
    case package
    /// In the data directory of wayland-scanner.
    case wayland
    /// In the data directory of wayland-protocols.
    case waylandProtocols = "wayland-protocols"
  }

  /// Where the path begins.
  public var source: Source
  /// The path below it.
  public var path: String
  /// Whether Swift is generated.
  public var isUsed: Bool

  /// Reads a marker; empty lines and lines that begin with `#` are skipped.
  ///
  /// - Returns: nil unless exactly one line is left and it has the form above.
  public init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count == 1, let line = lines.first else { return nil }
    var words = line.split(separator: " ")
    isUsed = words.first != "unused"
    if !isUsed { words.removeFirst() }
    guard words.count == 2, let source = Source(rawValue: String(words[0])) else { return nil }
    guard words[1].hasSuffix(".xml"), !words[1].hasPrefix("/") else { return nil }
    self.source = source
    path = String(words[1])
  }
}

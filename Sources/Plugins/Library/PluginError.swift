// SPDX-License-Identifier: Apache-2.0

/// Why a library could not be used, in words for people.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The plug-in's name.
  public let id: String
  /// What was found, where, and what helps.
  public let reason: String

  init(_ manifest: PluginManifest, _ reason: String) {
    id = manifest.id
    self.reason = reason
  }

  /// One line with the plug-in's name.
  public var description: String { "plug-in \"\(id)\": \(reason)" }
}

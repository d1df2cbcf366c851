// SPDX-License-Identifier: Apache-2.0

/// The place where a plug-in runs; raw values are those of the JSON output.
public enum PluginRing: String, Sendable, Hashable, CaseIterable {
  /// Swift that is linked into the program: as fast, and as dangerous, as the program itself.
  case linked
  /// A shared library behind the C interface; its faults are the process's faults.
  case library
  /// Another process, which can end without consequences.
  case client

  /// The ring's number: 1 for linked code, 2 for libraries, 3 for other processes.
  public var number: Int {
    switch self {
    case .linked: 1
    case .library: 2
    case .client: 3
    }
  }
}

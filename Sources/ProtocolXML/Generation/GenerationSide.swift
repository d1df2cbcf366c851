// SPDX-License-Identifier: Apache-2.0

/// Which end of the connection the Swift is for.
///
/// Interface tables and enumerations are the same for both.
public enum GenerationSide: String, Sendable, CaseIterable {
  /// Tables, enumerations, and a proxy class per interface.
  case client
  /// Tables, enumerations, and a resource class per interface.
  case server
}

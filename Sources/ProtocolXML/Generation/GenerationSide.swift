// SPDX-License-Identifier: Apache-2.0

/// Which end of the connection the Swift is for.
///
/// Interface tables and enumerations are the same for both; a server's typed resources will be
/// written by an emitter of their own beside `ClientEmitter`.
public enum GenerationSide: String, Sendable, CaseIterable {
  /// Tables, enumerations, and a proxy class per interface.
  case client
  /// Tables and enumerations only, so far.
  case server
}

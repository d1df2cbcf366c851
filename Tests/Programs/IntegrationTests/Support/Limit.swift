// SPDX-License-Identifier: Apache-2.0

/// How long tests wait at most, in seconds.
///
/// A limit costs nothing while tests pass, so each one is far above what a busy machine takes. A test
/// names a limit of its own only where the length is what the test shows.
enum Limit {
  /// For an event, for an answer, or for the end of a program.
  static let event = 60.0
  /// For the end of a program after SIGTERM, before SIGKILL; a daemon restores its outputs meanwhile.
  static let termination = 10.0
}

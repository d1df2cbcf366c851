// SPDX-License-Identifier: Apache-2.0

/// What a policy can do without being asked.
public struct PolicyHost {
  /// Writes a line into the log under the policy's name.
  public let log: (String) -> Void
  /// Asks for a new decision, since the answers have changed; never answered from within.
  public let reconsider: () -> Void

  /// Takes the two ways to speak.
  public init(log: @escaping (String) -> Void, reconsider: @escaping () -> Void) {
    self.log = log
    self.reconsider = reconsider
  }
}

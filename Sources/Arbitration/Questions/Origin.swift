// SPDX-License-Identifier: Apache-2.0

/// Where an answer came from; raw values are the words of the JSON output.
public enum Origin: String, Sendable, Hashable, CaseIterable {
  /// The controller overrides the method.
  case written
  /// The class default answered.
  case standard = "default"
  /// Another controller's answer was handed on.
  case forwarded
  /// The container's delegate answered (B-8).
  case containerDelegate = "container-delegate"
  /// An earlier answer was used again.
  case cached
  /// The policy was silent past its deadline.
  case timedOut = "timed-out"
  /// The policy broke its contract.
  case failed
}

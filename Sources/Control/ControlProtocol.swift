// SPDX-License-Identifier: Apache-2.0

/// The numbers of the control protocol: one JSON object per line, each way.
public enum ControlProtocol {
  /// The version that this program speaks; every message carries it.
  public static let version: Int64 = 1
  /// The longest request in bytes, the line's end not counted: 64 KiB.
  public static let longestRequest = 64 << 10
  /// The longest reply that a client takes in bytes: 16 MiB.
  public static let longestReply = 16 << 20
  /// How many decisions one request for the history can get.
  public static let mostEntries = 1_000
}

// SPDX-License-Identifier: Apache-2.0

/// Which version of the program this is.
public enum ProgramVersion {
  /// The version as it is printed and recorded.
  public static let text = "0.1.0"
}

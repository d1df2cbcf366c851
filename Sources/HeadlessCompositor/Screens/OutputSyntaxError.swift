// SPDX-License-Identifier: Apache-2.0

/// Why a text does not describe an output.
public struct OutputSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found, and what is valid.
  public let description: String

  init(_ text: String, _ reason: String) {
    description =
      "'\(text)' is no output: \(reason); [NAME:]WIDTHxHEIGHT[@SCALE][,TRANSFORM] is, such as "
      + "1280x800, 640x960@2 or eDP-1:1280x800,90"
  }
}

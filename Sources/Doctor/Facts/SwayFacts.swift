// SPDX-License-Identifier: Apache-2.0

/// What sway tells over its own socket.
public enum SwayFacts: Hashable, Sendable {
  /// A touch screen or a pen tablet.
  public struct TouchDevice: Hashable, Sendable {
    /// What sway calls it.
    public let identifier: String
    /// The output that it says it is mapped to; nil if it does not say.
    public let mappedTo: String?
    /// Whether a calibration matrix other than the identity turns its coordinates.
    public let isCalibrated: Bool

    /// Describes a device.
    public init(identifier: String, mappedTo: String? = nil, isCalibrated: Bool = false) {
      self.identifier = identifier
      self.mappedTo = mappedTo
      self.isCalibrated = isCalibrated
    }
  }

  /// `SWAYSOCK` is not set.
  case notRunning
  /// It is set, but there is no answer that can be read.
  case silent(String)
  /// It answers; the configuration's text is nil if it could not be had.
  case answers(devices: [TouchDevice], configuration: String?)
}

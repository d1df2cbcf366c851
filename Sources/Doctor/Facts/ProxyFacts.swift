// SPDX-License-Identifier: Apache-2.0

/// What iio-sensor-proxy says and does.
public struct ProxyFacts: Sendable {
  /// What became of a claim.
  public enum Claim: Hashable, Sendable {
    /// There was nothing to claim.
    case notTried
    /// A first word came, such as `normal`.
    case heard(String)
    /// It was granted, but no word other than `undefined` came within so many milliseconds.
    case silent(Int64)
    /// It was refused, with the other side's words.
    case denied(String)
    /// There was no answer within so many milliseconds.
    case unanswered(Int64)
    /// It failed in another way.
    case failed(String)
  }

  /// Why the bus could not be reached; nil if it could.
  public var busFailure: String?
  /// Whether somebody owns the service's name.
  public var isRunning: Bool
  /// Whether the bus could start it; nil if the bus did not say.
  public var isActivatable: Bool?
  /// Whether it has an accelerometer; nil if it did not say.
  public var hasAccelerometer: Bool?
  /// Whether it knows the tilt, which version 3.6 brought.
  public var knowsTilt: Bool
  /// What became of a claim.
  public var claim: Claim

  /// Takes what was found; by default no service.
  public init(
    busFailure: String? = nil, isRunning: Bool = false, isActivatable: Bool? = nil,
    hasAccelerometer: Bool? = nil, knowsTilt: Bool = false, claim: Claim = .notTried
  ) {
    self.busFailure = busFailure
    self.isRunning = isRunning
    self.isActivatable = isActivatable
    self.hasAccelerometer = hasAccelerometer
    self.knowsTilt = knowsTilt
    self.claim = claim
  }
}

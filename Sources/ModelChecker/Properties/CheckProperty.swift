// SPDX-License-Identifier: Apache-2.0

/// What is checked, in the order in which it is reported.
public enum CheckProperty: Int, Sendable, Hashable, CaseIterable {
  case barAgrees = 1
  case hiddenIsSilent
  case supportedIsReachable
  case turnAndBack
  case oneApply
  case exemptIsSilent
  case lockIsAbsolute
  case orderIsFree
  case neverTraps
  case isNotVacuous

  /// The short name, P1 to P10.
  public var code: String { "P\(rawValue)" }

  /// What is claimed, as one sentence without its full stop.
  public var claim: String {
    switch self {
    case .barAgrees: "the status bar stands as the page does"
    case .hiddenIsSilent: "no hidden window decides what others do"
    case .supportedIsReachable: "every page reaches every orientation that it accepts"
    case .turnAndBack: "turning away and back restores what is shown"
    case .oneApply: "one event turns the screen at most once, and asked again it stays"
    case .exemptIsSilent: "diagnostic windows change nothing"
    case .lockIsAbsolute: "while rotation is locked, turning the device moves nothing"
    case .orderIsFree: "windows of one level can be created in any order"
    case .neverTraps: "nothing raises an exception"
    case .isNotVacuous: "the page turns at all"
    }
  }
}

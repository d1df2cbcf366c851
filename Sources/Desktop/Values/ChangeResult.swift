// SPDX-License-Identifier: Apache-2.0

/// What the compositor answered to a change.
public enum ChangeResult: Sendable, Hashable {
  /// It says that it did; only the output's own report confirms it.
  case succeeded
  /// It refused.
  case failed
  /// It refused and said why.
  case refused(reason: String)
  /// The outputs changed in between; try again after the next report.
  case cancelled
  /// Nothing was asked, because it cannot work.
  case unsupported(reason: String)

  /// Whether the compositor did not want what was asked for.
  var isRefusal: Bool {
    switch self {
    case .failed, .refused: true
    case .succeeded, .cancelled, .unsupported: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A possible cause of a conflict.
public enum Party: Sendable, Hashable {
  case app
  case delegate
  case device
  case window(WindowID)
}

extension Party: Comparable {
  /// The parties that are not windows.
  static let settings: [Party] = [.app, .delegate, .device]

  private var rank: Int64 {
    switch self {
    case .app: -3
    case .delegate: -2
    case .device: -1
    case .window(let id): Int64(id.rawValue)
    }
  }

  /// Returns whether the left party comes before the right one: app, delegate, device, then windows in creation order.
  public static func < (left: Party, right: Party) -> Bool { left.rank < right.rank }
}

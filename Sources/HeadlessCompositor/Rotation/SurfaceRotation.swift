// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// What a client has said about turning a surface's window, before or after it has one.
final class SurfaceRotation {
  /// What the window is to the rules.
  struct Traits: OptionSet {
    let rawValue: UInt32

    static let follower = Traits(rawValue: 1)
    static let passive = Traits(rawValue: 2)
    static let exempt = Traits(rawValue: 4)
    static let rootless = Traits(rawValue: 8)
    static let all: Traits = [.follower, .passive, .exempt, .rootless]
  }

  /// The policy object that answers for it; nil while there is none.
  var policy: SurfacePolicy?
  /// The object by which more is said and heard; nil while there is none.
  var window: RotationWindow?
  /// The name by which explanations call it.
  var name: String?
  /// The height among the windows.
  var level: Int32?
  var traits: Traits = []
  /// Whether it is to be out of sight although it is mapped.
  var isHidden = false
}

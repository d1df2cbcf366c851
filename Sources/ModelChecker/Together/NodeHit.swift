// SPDX-License-Identifier: Apache-2.0

/// Situations that break a property, with how the windows of a slot are turned there.
struct NodeHit {
  var property: CheckProperty
  var situations: UInt64
  /// Nil where it does not matter how any followed window is turned.
  var slot: Int?
  var way = 0
  var page: Int?
  /// Where the device turns away to and back from.
  var away: Int?
}

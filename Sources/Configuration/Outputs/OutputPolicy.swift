// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation

/// How an output is turned.
public enum OutputPolicy: Equatable, Sendable {
  /// With the device, as the rule set decides.
  case auto
  /// Always this transform.
  case fixed(Transform)
  /// As the output of that name, when that is confirmed.
  case follow(String)
  /// Not at all.
  case leave

  private static let words = ["auto", "leave"]

  /// Reads a word, `{fixed: TRANSFORM}` or `{follow: NAME}`.
  init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      guard node.kind == .text else {
        throw node.error(node.found, valid: Self.words + ["fixed: TRANSFORM", "follow: NAME"])
      }
      self = try node.oneOf(Self.words) == 0 ? .auto : .leave
      return
    }
    var map = try node.map()
    let fixed = map.take("fixed")
    let follow = map.take("follow")
    try map.finish()
    switch (fixed, follow) {
    case (let fixed?, nil):
      let index = try fixed.oneOf(Transform.allCases.map(\.wireName))
      self = .fixed(Transform.allCases[index])
    case (nil, let follow?): self = .follow(try follow.string())
    default: throw node.error("\(node.found), where one key is wanted", valid: ["fixed", "follow"])
    }
  }
}

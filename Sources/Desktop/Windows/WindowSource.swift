// SPDX-License-Identifier: Apache-2.0

/// Something that tells more of windows than the protocol that compositors have in common.
public protocol WindowSource: AnyObject {
  /// What it is called in messages.
  var name: String { get }

  /// The windows of its last report, in the order of their appearance.
  var windows: [DesktopWindow] { get }
}

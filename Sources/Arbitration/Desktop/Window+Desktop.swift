// SPDX-License-Identifier: Apache-2.0

extension Window {
  /// Whether a person can see it: neither hidden nor minimised (W-8).
  var isShownOnDesktop: Bool { !isHidden && !shell.isMinimized && !isFollower }

  /// Whether it is on an output; a window without an output counts for all.
  func isOn(_ output: OutputID) -> Bool { shell.output == nil || shell.output == output }

  /// Whether it may stop a turn while another window has the focus (W-7, and the cures).
  func mayVeto(_ cure: Mitigation?) -> Bool {
    switch shell.cure ?? cure {
    case .keyOnly: false
    case .intersection: true
    case .followKey, .ignoreHidden, nil: shell.mayVeto
    }
  }
}

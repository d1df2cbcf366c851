// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// What libwayland writes about misbehaving clients: nothing, `Display.onFailure` tells it.
enum ServerLog {
  // Once per process; libwayland keeps one handler for all displays.
  private static let once: Void = wl_log_set_handler_server { _, _ in }

  static func install() { once }
}

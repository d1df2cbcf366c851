// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
import Glibc

extension Client {
  /// Whether the process at the other end runs as the same user as this one.
  public var isOwnUser: Bool {
    guard let raw else { return false }
    var user: uid_t = .max
    wl_client_get_credentials(raw, nil, &user, nil)
    return user == geteuid()
  }
}

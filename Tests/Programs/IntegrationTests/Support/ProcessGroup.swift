// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Lists the processes of a process group.
enum ProcessGroup {
  /// Returns whether a group has no members but zombies.
  static func isGone(_ group: pid_t) -> Bool {
    // Most groups are gone as a whole, which one system call shows.
    kill(-group, 0) != 0 && errno == ESRCH || members(of: group).isEmpty
  }

  /// Returns the processes of a group as `pid name`, without zombies.
  static func members(of group: pid_t) -> [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { entry in
      guard let pid = Int32(entry),
        let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat")
      else { return nil }
      // pid (name) state parent group …; the name may hold spaces and brackets.
      let stat = String(decoding: data, as: UTF8.self)
      guard let bracket = stat.lastIndex(of: ")") else { return nil }
      let fields = stat[stat.index(after: bracket)...].split(separator: " ")
      guard fields.count > 2, fields[0] != "Z", fields[2] == "\(group)" else { return nil }
      return String(stat[...bracket])
    }
  }
}

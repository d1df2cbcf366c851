// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The memory of a process in KiB, as the kernel counts it.
struct MemoryUse: CustomStringConvertible {
  private var values: [String: Int] = [:]

  init(of pid: pid_t) {
    for file in ["status", "smaps_rollup"] {
      let data = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
      for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(whereSeparator: { $0 == ":" || $0 == " " || $0 == "\t" })
        if parts.count >= 2, let value = Int(parts[1]) { values[String(parts[0])] = value }
      }
    }
  }

  var resident: Int { values["VmRSS"] ?? 0 }
  /// The part of it that is backed by files and can be read again.
  var ofFiles: Int { values["RssFile"] ?? 0 }

  var description: String {
    let anonymous = values["RssAnon"] ?? 0
    return "\(resident) KiB resident, \(anonymous) of them its own, \(values["Pss"] ?? 0) KiB PSS"
  }
}

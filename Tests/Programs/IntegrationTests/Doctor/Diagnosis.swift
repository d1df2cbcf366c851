// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What `swivel doctor --json` printed.
struct Diagnosis {
  let status: Int32
  private let findings: [[String: Any]]

  /// Runs it with an environment; nothing of the machine itself is looked at unless told.
  init(_ arguments: [String], environment: [String: String], proc: String = "/nowhere") throws {
    // An empty directory stands for /proc: other processes of this machine are not the test's.
    let empty = try RuntimeDirectory()
    let processes = proc == "/nowhere" ? empty.path : proc
    let result = try Command.run(
      Swivel.path, ["doctor", "--json", "--proc", processes] + arguments,
      environment: environment)
    status = result.status
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    findings = (json as? [String: Any])?["findings"] as? [[String: Any]] ?? []
  }

  var ids: [String] { findings.compactMap { $0["id"] as? String } }

  var problems: [String] {
    findings.filter { $0["severity"] as? String == "problem" }.compactMap { $0["id"] as? String }
  }

  func text(_ key: String, of id: String) -> String? {
    findings.first { $0["id"] as? String == id }?[key] as? String
  }
}

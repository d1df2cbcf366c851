// SPDX-License-Identifier: Apache-2.0
import Formats
import Import
import Scenarios

extension FuzzTarget {
  /// Dumps of other systems.
  static let imports = [
    FuzzTarget(name: "android", seeds: ["Tests/Documents/ImportTests/Dumps/*.txt"]) {
      guard let found = try? AndroidImport([(file: "input", bytes: $0)]) else { return }
      _ = found.table()
      _ = try? found.explanation()
      requireReadable(found.scenario)
    },
    FuzzTarget(name: "uikit", seeds: ["Tests/Documents/ImportTests/Dumps/uikit*"]) {
      guard let found = try? UIKitImport([(file: "input", bytes: $0)], rules: "uikit-8") else {
        return
      }
      requireReadable(found.scenario)
    },
    FuzzTarget(name: "session", seeds: ["Tests/Fuzz/seeds/sway/*"]) {
      guard let found = try? SessionDump([(file: "input", bytes: $0)]) else { return }
      require(!found.outputs.isEmpty, "a session has an output")
    },
  ]

  private static func requireReadable(_ text: String) {
    do throws(InputError) { _ = try Scenario.parse(text, file: "imported") } catch {
      fatalError("the imported scenario cannot be read: \(error)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The example files of the package.
package enum ExampleFiles {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every scenario under `examples/`, sorted; configurations are not scenarios.
  package static let scenarios: [String] = {
    let examples = root.appending(path: "examples")
    guard
      let found = FileManager.default.enumerator(at: examples, includingPropertiesForKeys: nil)
    else { return [] }
    return found.compactMap { ($0 as? URL)?.path }
      .filter { $0.hasSuffix(".yaml") && !$0.contains("/examples/config/") }.sorted()
  }()
}

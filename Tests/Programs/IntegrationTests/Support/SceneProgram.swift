// SPDX-License-Identifier: Apache-2.0
import Foundation

/// `swivel-scene`, as it was built together with the tests.
enum SceneProgram {
  /// The path of the program, which is beside `swivel`.
  static let path = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent()
    .appendingPathComponent("swivel-scene").path
}

// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Our own client, as it was built together with the tests.
enum SceneProgram {
  /// `swivel-scene` lies beside `swivel`.
  static let path = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent()
    .appendingPathComponent("swivel-scene").path
}

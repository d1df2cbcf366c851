// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Pixels

/// Pictures that were looked at once and are kept beside the tests.
enum References {
  static let folder = ExampleFiles.root.appending(path: "Tests/Simulator/PixelsTests/References")

  /// Where a picture lies that differs from its reference.
  static let differing = FileManager.default.temporaryDirectory

  static var isUpdating: Bool {
    ProcessInfo.processInfo.environment["SWIVEL_UPDATE_GOLDEN"] != nil
  }

  static func path(_ name: String) -> String { folder.appending(path: name + ".png").path }
}

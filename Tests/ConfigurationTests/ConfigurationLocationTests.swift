// SPDX-License-Identifier: Apache-2.0
import Configuration
import Formats
import Foundation
import Testing

@Suite struct ConfigurationLocationTests {
  private func path(_ environment: [String: String]) -> String? {
    Configuration.defaultPath { environment[$0] }
  }

  @Test func theEnvironmentDeterminesTheConfigurationPath() {
    #expect(path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/swivel/config.yaml")
    #expect(path(["HOME": "/h"]) == "/h/.config/swivel/config.yaml")
    #expect(path(["XDG_CONFIG_HOME": "", "HOME": "/h"]) == "/h/.config/swivel/config.yaml")
    #expect(path(["XDG_CONFIG_HOME": "relative"]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func onlyAMissingNamedFileIsAnError() throws {
    let none = ["XDG_CONFIG_HOME": "/does/not/exist"]
    #expect(try Configuration.loadDefault { none[$0] } == Configuration())
    #expect(try Configuration.loadDefault { _ in nil } == Configuration())
    let error = #expect(throws: InputError.self) {
      try Configuration.load(path: "/does/not/exist.yaml")
    }
    #expect(error?.description == "/does/not/exist.yaml: there is no such file")
  }

  @Test func theDefaultFileIsRead() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("swivel-\(UUID().uuidString)")
    let folder = directory.appendingPathComponent("swivel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = folder.appendingPathComponent("config.yaml")
    try "rules: uikit-8\n".write(to: file, atomically: false, encoding: .utf8)
    let environment = ["XDG_CONFIG_HOME": directory.path]
    #expect(try Configuration.loadDefault { environment[$0] }.rules == "uikit-8")

    try "rules: uikt-8\n".write(to: file, atomically: false, encoding: .utf8)
    let error = #expect(throws: InputError.self) {
      try Configuration.loadDefault { environment[$0] }
    }
    #expect(error?.file == file.path && error?.line == 1 && error?.column == 8)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Configuration
import Fixtures
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
    let folder = ScratchFolder()
    let file = try folder.write("rules: uikit-8\n", to: "swivel/config.yaml")
    let environment = ["XDG_CONFIG_HOME": folder.path]
    #expect(try Configuration.loadDefault { environment[$0] }.rules == "uikit-8")

    try folder.write("rules: uikt-8\n", to: "swivel/config.yaml")
    let error = #expect(throws: InputError.self) {
      try Configuration.loadDefault { environment[$0] }
    }
    #expect(error?.file == file && error?.line == 1 && error?.column == 8)
  }
}

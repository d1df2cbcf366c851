// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `swivel report` as a process, and its page in a real browser.
@Suite struct ReportCommandTests {
  private static let story =
    "\(Swivel.packageRoot)/examples/scenarios/hidden-menu-window.yaml"

  /// A folder of a test's own, which goes with the body.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "swivel-report-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  /// What a browser shows of a page.
  private func screenshot(_ page: String, dark: Bool) throws -> Screenshot {
    let picture = page + (dark ? ".dark.png" : ".light.png")
    let result = try Command.run(
      try Program.require("chromium"),
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--user-data-dir=\(page).profile", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--blink-settings=preferredColorScheme=\(dark ? 0 : 1)", "--window-size=1000,1400",
        "--screenshot=\(picture)", "file://\(page)",
      ], within: 120)
    #expect(result.status == 0)
    return try Screenshot(path: picture)
  }

  /// The steps of a page, by their names in it.
  private func steps(_ page: String) -> [String] {
    page.matches(of: /id="(step-\d+)"/).map { String($0.output.1) }
  }

  @Test func thePageShowsTheCulpritInLightAndDarkSchemes() throws {
    try inFolder { folder in
      let page = "\(folder)/page.html"
      let result = try Swivel.run(["report", Self.story, "-o", page])
      #expect(result.status == 0)
      #expect(result.errors == "" && result.output == "\(page): written\n")
      let light = try screenshot(page, dark: false)
      let dark = try screenshot(page, dark: true)
      // Paper, page and culprit of the two palettes.
      #expect(light.count(of: 0xFFFFFF) > light.area / 2)
      #expect(light.count(of: 0xE3EDFB) > 2_000)
      #expect(light.count(of: 0xA8201A) > 300)
      #expect(dark.count(of: 0x15171B) > dark.area / 2)
      #expect(dark.count(of: 0x22344F) > 2_000)
      #expect(dark.count(of: 0xFF9D94) > 300)
    }
  }

  /// The page of the playground opens the case, whose tags do not end the block of data.
  @Test func aCaseIsPutIntoAPageOfThePlayground() throws {
    try inFolder { folder in
      let (page, story, output) = ("\(folder)/page.html", "\(folder)/a.yaml", "\(folder)/case.html")
      let block = #"<script type="application/json" id="case">"#
      try "<p>\(block)null</script></p>".write(toFile: page, atomically: true, encoding: .utf8)
      try """
      swivel: 1
      title: "</script>"
      rules: uikit-8
      windows: [{id: main, root: {autorotate: false}}, {id: menu, hidden: true}]
      events: [{device: landscape-left}]
      """.write(toFile: story, atomically: true, encoding: .utf8)
      func report(_ words: String...) throws -> (status: Int32, errors: String, text: String) {
        let result = try Swivel.run(["report"] + words + ["-o", output])
        return (
          result.status, result.errors, (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        )
      }
      let written = try report(story, "--playground", page, "--step", "1")
      #expect(written.status == 0 && written.errors == "")
      #expect(written.text.hasPrefix("<p>\(block){\"text\":\""))
      #expect(written.text.hasSuffix(#","step":1}</script></p>"#))
      #expect(written.text.matches(of: /<\/script>/).count == 1)
      #expect(try Swivel.run(["record", "--scenario", story, "\(folder)/a.jsonl"]).status == 0)
      let recorded = try report("\(folder)/a.jsonl", "--playground", page)
      #expect(recorded.status == 0 && recorded.text.contains("device: landscape-left"))
      let wrong = try report(story, "--playground", story)
      #expect(wrong.status == 2 && wrong.errors.contains("no page of the playground"))
    }
  }

  @Test func aStepIsDrawnAsPNG() throws {
    try inFolder { folder in
      let path = "\(folder)/step.png"
      let result = try Swivel.run(["report", Self.story, "--step", "1", "-o", path])
      #expect(result.status == 0)
      let picture = try Screenshot(path: path)
      #expect(picture.count(of: 0xFFFFFF) > picture.area / 2)
      #expect(picture.count(of: 0x31363F) > 2_000)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["step.png"])
    }
  }

  @Test func aRecordingOfAScenarioIsReported() throws {
    try inFolder { folder in
      let recording = "\(folder)/story.jsonl"
      #expect(try Swivel.run(["record", recording, "--scenario", Self.story]).status == 0)
      let result = try Swivel.run(["report", recording, "--lang", "en"])
      #expect(result.status == 0)
      #expect(result.output.contains("SW0301 split"))
      // The steps are those of a report of the scenario itself.
      let scenario = try Swivel.run(["report", Self.story, "--lang", "en"])
      #expect(steps(result.output) == steps(scenario.output))
      #expect(steps(result.output).contains("step-2"))
    }
  }

  @Test func theRunningDaemonIsReported() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let result = try compositor.run(Swivel.path, ["report", "--lang", "en"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("<!DOCTYPE html>"))
    #expect(result.output.contains("SW0201 turned: HEADLESS-1"))
    #expect(result.output.contains("compositor phoc, phosh · sensor replay:"), "\(result.output)")
    swivel.stop()
    let alone = try compositor.run(Swivel.path, ["report"])
    #expect(alone.status == 1)
    #expect(alone.errors.contains("no daemon runs in this session"))
  }

  @Test(arguments: [
    (["/nonexistent.yaml"], "nonexistent", Int32(2)),
    (["/dev/null"], "/dev/null", 2),
    ([story, "-o", "/nonexistent/a.html"], "/nonexistent/a.html: cannot write", 2),
    ([story, "--step", "99", "--format", "svg"], "no step 99", 2),
    ([story, "--step", "1"], "--step needs", 2),
    ([story, "--format", "png"], "needs -o", 2),
    ([story, "--rules", "uikit-99"], "uikit-99", 2),
  ])
  func invalidArgumentsAreRefused(arguments: [String], words: String, status: Int32) throws {
    let result = try Swivel.run(["report"] + arguments)
    #expect(result.status == status)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func aReportOntoAFolderLeavesNoTemporaryFile() throws {
    try inFolder { folder in
      let target = "\(folder)/target"
      try FileManager.default.createDirectory(
        atPath: "\(target)/full", withIntermediateDirectories: true)
      let result = try Swivel.run(["report", Self.story, "-o", target])
      #expect(result.status == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["target"])
    }
  }
}

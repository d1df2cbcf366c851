// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing

@testable import Configuration

/// Desktop files are found as the Desktop Entry Specification says, and read only as far as needed.
@Suite final class ApplicationFilesTests {
  private let folder = ScratchFolder()
  private var files: ApplicationFiles

  init() {
    let (home, system) = (folder("home"), folder("system"))
    files = ApplicationFiles { name in
      ["HOME": home, "XDG_DATA_DIRS": "relative:\(system):/does/not/exist"][name]
    }
  }

  private func path(_ name: String, ofUser: Bool = false) -> URL {
    let place = ofUser ? "home/.local/share/applications" : "system/applications"
    return URL(filePath: folder("\(place)/\(name)"))
  }

  private func write(_ words: String, to name: String, ofUser: Bool = false, _ more: String = "")
    throws
  {
    let file = path(name, ofUser: ofUser)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "[Desktop Entry]\n\(more)\nX-Lomiri-Supported-Orientations=\(words)\n"
      .write(to: file, atomically: true, encoding: .utf8)
  }

  private func mask(_ appID: String, isNew: Bool = true) -> OrientationMask? {
    files.stated(by: appID, isNew: isNew)?.mask(on: .portrait)
  }

  @Test(arguments: ["org.example.Reader", "kde-org.example.Deep", "ORG.EXAMPLE.reader", "Class"])
  func aDesktopFileIsFoundByAppIDOrWMClass(appID: String) throws {
    try write("portrait", to: "org.example.Reader.desktop")
    try write("portrait", to: "kde/org.example.Deep.desktop")
    try write("portrait", to: "other.desktop", "StartupWMClass=class")
    #expect(mask(appID) == .portrait)
    #expect(files.takeProblems() == [])
  }

  @Test(arguments: ["", "nobody", "../system/applications/a", "a.desktop", "/a", "a\0"])
  func otherAppIDsFindNoDesktopFile(appID: String) throws {
    try write("portrait", to: "a.desktop")
    #expect(mask(appID) == nil)
    #expect(mask("a") == .portrait)
  }

  @Test func theUsersFileTakesPrecedenceAndIsNamedWithATilde() throws {
    try write("portrait", to: "a.desktop")
    try write("inverted-portrait", to: "a.desktop", ofUser: true)
    #expect(mask("a") == .portraitUpsideDown)
    #expect(
      files.stated(by: "a", isNew: false)?.source.file == "~/.local/share/applications/a.desktop")
  }

  @Test func aDesktopFileIsReadAgainOnlyForANewWindow() throws {
    try write("portrait", to: "a.desktop")
    #expect(mask("a") == .portrait && mask("late") == nil)
    try write("inverted-portrait", to: "a.desktop", "# longer than it was")
    try write("portrait", to: "late.desktop")
    #expect(mask("a", isNew: false) == .portrait && mask("late", isNew: false) == nil)
    #expect(mask("a") == .portraitUpsideDown && mask("late") == .portrait)
    try FileManager.default.removeItem(at: path("a.desktop"))
    #expect(mask("a", isNew: false) == .portraitUpsideDown)
    #expect(mask("a") == nil)
  }

  @Test func anInvalidOrientationIsReportedOnceWithItsPlace() throws {
    try write("sideways", to: "a.desktop")
    #expect(mask("a") == nil && mask("a") == nil && mask("a", isNew: false) == nil)
    let problems = files.takeProblems()
    #expect(problems.count == 1)
    #expect(problems.first?.contains("a.desktop:3:33: found \"sideways\"") == true)
    #expect(problems.first?.contains("inverted-landscape") == true)
    #expect(mask("a") == nil && files.takeProblems() == [])
  }

  @Test func unreadableFilesAreReportedAndTheOthersFound() throws {
    try write("portrait", to: "good.desktop", "StartupWMClass=Good")
    try write("portrait", to: "huge.desktop", String(repeating: "Name=x\n", count: 150_000))
    try FileManager.default.createDirectory(
      at: path("dir.desktop"), withIntermediateDirectories: true)
    mkfifo(path("pipe.desktop").path, 0o600)
    symlink("ring.desktop", path("ring.desktop").path)
    symlink(".", path("round").path)
    try Data([0x5B, 0xFF, 0x0A]).write(to: path("bytes.desktop"))
    for (appID, words) in [
      ("huge", "larger than 256 KiB"), ("dir", "directory"), ("pipe", "named pipe"),
      ("ring", "symbolic links"),
    ] {
      #expect(mask(appID) == nil)
      let problems = files.takeProblems()
      #expect(problems.count == 1 && problems.first?.contains(words) == true, "\(problems)")
    }
    #expect(mask("bytes") == nil && files.takeProblems() == [])
    #expect(mask("good") == .portrait && mask("round-good") == .portrait)
    #expect(mask("GOOD") == .portrait)
  }

  @Test func theCacheOfAppIDsIsBounded() throws {
    try write("portrait", to: "a.desktop")
    for number in 0..<(3 * ApplicationFiles.mostKnown) { #expect(mask("id\(number)") == nil) }
    #expect(files.knownCount <= ApplicationFiles.mostKnown)
    #expect(mask("a") == .portrait)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

import Formats

/// A file is replaced by the whole new one or not at all, and only files are replaced.
@Suite struct OutputFileTests {
  private let folder = ScratchFolder()

  @Test func aNewFileFollowsTheUmaskOrIsForItsUserOnly() throws {
    let mask = umask(0o022)
    umask(mask)
    try OutputFile.write("text", to: folder("page"))
    try OutputFile.write("state", to: folder("state"), .userOnly)
    #expect(folder.text("page") == "text" && folder.text("state") == "state")
    #expect(folder.mode("page") == 0o666 & ~mask)
    #expect(folder.mode("state") == 0o600)
    #expect(folder.names == ["page", "state"])
  }

  @Test(arguments: [0o644, 0o640, 0o600, 0o755] as [mode_t])
  func aReplacedFileKeepsItsMode(mode: mode_t) throws {
    _ = try folder.write("old", to: "page", mode: mode)
    try OutputFile.write("new", to: folder("page"))
    #expect(folder.text("page") == "new" && folder.mode("page") == mode)
    #expect(folder.names == ["page"])
  }

  @Test func onlyRegularFilesAreReplaced() throws {
    let obstacles = try folder.obstacles()
    let names = folder.names
    for (kind, path) in obstacles {
      for mode in [FileMode.usual, .userOnly] {
        let error = #expect(throws: FileError.self) {
          try OutputFile.write("new", to: path, mode)
        }
        #expect(error?.description == "\(path): this is a \(kind), not a file")
        #expect(error?.isOfSystem == false)
      }
      OutputFile.remove(path)
      #expect(throws: FileError.self) { try NewFile.create(path).write("new".utf8) }
    }
    #expect(folder.names == names)
  }

  @Test func anOutputThatIsTheInputIsRefused() throws {
    _ = try folder.write("source", to: "source", mode: 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: folder("link"), withDestinationPath: folder("source"))
    #expect(link(folder("source"), folder("hard")) == 0)
    for output in ["source", "link", "hard"] {
      let error = #expect(throws: FileError.self) {
        try OutputFile.check(folder(output), keeps: [folder("missing"), folder("source")])
      }
      #expect(error?.description.hasSuffix("name another file") == true)
    }
    try OutputFile.check(nil, keeps: [folder("source")])
    try OutputFile.check(folder("new"), keeps: [folder("source")])
    try OutputFile.check(folder("source"), keeps: [folder("missing")])
    try OutputFile.check("/dev/null", keeps: ["/dev/null"])
  }

  @Test func aSymbolicLinkStaysAndItsTargetIsReplaced() throws {
    mkdir(folder("elsewhere"), 0o700)
    _ = try folder.write("old", to: "elsewhere/page", mode: 0o640)
    symlink("elsewhere/page", folder("link"))
    try OutputFile.write("new", to: folder("link"))
    #expect(folder.text("elsewhere/page") == "new" && folder.mode("elsewhere/page") == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder("link")) == "elsewhere/page")

    for target in ["missing", "elsewhere"] {
      symlink(target, folder("to-\(target)"))
      #expect(throws: FileError.self) { try OutputFile.write("new", to: folder("to-\(target)")) }
    }
    #expect(folder.names == ["elsewhere", "link", "to-elsewhere", "to-missing"])
  }

  @Test func aUserOnlyFileReplacesASymbolicLink() throws {
    _ = try folder.write("theirs", to: "target")
    symlink("target", folder("state"))
    try OutputFile.write("mine", to: folder("state"), .userOnly)
    #expect(folder.text("target") == "theirs" && folder.text("state") == "mine")
    #expect(folder.mode("state") == 0o600)
  }

  @Test func aFailedWriteLeavesNoFileBehind() throws {
    let long = folder(String(repeating: "x", count: 255))
    try OutputFile.write("a name as long as a name can be", to: long)
    #expect(folder.names.count == 1)
    for path in ["", "a\u{0}b", folder("no/such/page"), folder(String(repeating: "x", count: 256))]
    {
      let error = #expect(throws: FileError.self) { try OutputFile.write("new", to: path) }
      #expect(error?.path == path)
    }
    #expect(folder.names.count == 1)
  }

  @Test func aNewFileIsRemovedOnlyIfNotReplaced() throws {
    let first = try NewFile.create(folder("a"))
    let second = try NewFile.create(folder("b"))
    _ = try folder.write("theirs", to: "c")
    #expect(rename(folder("c"), folder("b")) == 0)
    first.remove()
    second.remove()
    #expect(folder.names == ["b"] && folder.text("b") == "theirs")
  }
}

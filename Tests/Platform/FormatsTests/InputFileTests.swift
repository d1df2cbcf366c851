// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

import Configuration
import Formats
import Recording

@Suite struct InputFileTests {
  private func problem(_ path: String) -> String? {
    let error = #expect(throws: InputError.self) { try Document.load(path: path) }
    #expect(error?.line == 0)
    #expect(error?.file == path)
    return error?.problem
  }

  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let folder = ScratchFolder()
    let path = folder("scenario.yaml")
    try Data(bytes).write(to: URL(filePath: path))
    try withExtendedLifetime(folder) { try body(path) }
  }

  @Test func aFileIsReadWithItsMarks() throws {
    try withFile(Array("a: 1\n".utf8)) { path in
      let mark = try Document.load(path: path).root.mark
      #expect(mark == Mark(file: path, line: 1, column: 1))
    }
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    try withFile(mark + Array("a: 1\n".utf8)) { path in
      let document = try Document.load(path: path)
      #expect(document.root.mark == Mark(file: path, line: 1, column: 1))
      #expect(try Configuration.parse("\u{FEFF}rules: uikit-5\n", file: "f").rules == "uikit-5")
    }
    let error = #expect(throws: InputError.self) {
      try Document.parse("\u{FEFF}%TAG ! tag:x\n--- a\n", file: "f")
    }
    #expect(error?.column == 1 && error?.problem == "a tag directive")
    let trace = try AccelerometerTrace.parse("\u{FEFF}time_ms,x,y,z\n0,0,9.8,0\n", file: "f")
    #expect(trace.samples.count == 1)
  }

  @Test func anUnreadableFileIsReportedWithItsReason() throws {
    #expect(problem("/nonexistent/a.yaml") == "there is no such file")
    #expect(problem("") == "there is no such file")
    #expect(problem("/nonexistent\u{0}.yaml") == "there is no such file")
    #expect(problem("/") == "this is a directory, not a file")
    try withFile([]) { path in
      #expect(problem("\(path)/x") == "a part of the path is not a directory")
    }
    #expect(problem("/" + String(repeating: "x", count: 5000)) == "the path is too long")
    #expect(problem("/dev/zero") == "this is a device, not a file")
  }

  @Test func aFileWithoutPermissionIsReported() throws {
    try withFile([]) { path in
      chmod(path, 0)
      // Root reads every file: this thread takes another user's identity, for files only.
      let symbol = try #require(dlsym(nil, "setfsuid"))
      let setfsuid = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
      _ = setfsuid(geteuid() == 0 ? 65534 : geteuid())
      defer { _ = setfsuid(geteuid()) }
      #expect(problem(path) == "the file may not be read (permission denied)")
    }
  }

  @Test func aFileIsReadUpToTheSizeLimit() throws {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: InputFile.maximumBytes)
    try withFile(comment) { path in
      let count = try InputFile.read(path: path).count
      #expect(count == InputFile.maximumBytes)
    }
    try withFile(comment + [10]) { path in
      #expect(problem(path) == "the file is larger than 16 MiB")
    }
  }
}

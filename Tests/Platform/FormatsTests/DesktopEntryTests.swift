// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Formats

@Suite struct DesktopEntryTests {
  private func value(_ text: String, _ key: String = "Key") throws -> DesktopEntry.Value? {
    try DesktopEntry(Array(text.utf8), file: "a.desktop").value(of: key)
  }

  @Test(arguments: [
    ("[Desktop Entry]\nKey=a", "a"), ("[Desktop Entry]\r\nKey = a b \r\n", "a b"),
    ("\u{FEFF}# note\n\n[Desktop Entry]\n#Key=no\nKey=a", "a"),
    ("[Desktop Entry]\nKey=a\nKey=b", "b"), ("[Desktop Entry]\nKey=", ""),
    ("[Desktop Entry]\nKey[de]=x\nKey=a\nKey[zh_CN]=y", "a"),
    ("[Desktop Entry]\nKey=a\\sb\\\\c\\", "a b\\c"), ("[Desktop Entry]\nKey=a=b", "a=b"),
    ("[Desktop Action new]\nKey=x\n[Desktop Entry]\nKey=a\n[X-Other]\nKey=y", "a"),
    ("[Desktop Entry]\nno entry\n=x\nKey=a", "a"),
  ])
  func theKeysValueIsFound(text: String, expected: String) throws {
    #expect(try value(text)?.text == expected)
  }

  @Test(arguments: [
    "", "Key=a", "[Desktop Entry]\n", "[Desktop Entry]\nKey[de]=a", "[Desktop Entry]\nkey=a",
    "[Other]\nKey=a", "[Desktop Entry]\nKey", "[Desktop Entry]\n#Key=a",
  ])
  func aMissingKeyHasNoValue(text: String) throws {
    #expect(try value(text) == nil)
  }

  @Test func theLastValuesPlaceIsReported() throws {
    let found = try value("# note\n[Desktop Entry]\nKey=a\nKey =  b")
    #expect(found?.mark == Mark(file: "a.desktop", line: 4, column: 8))
  }

  @Test func onlyAReadValueMustBeUTF8() throws {
    let bytes = Array("[Desktop Entry]\nName=".utf8) + [0xE9] + Array("\nKey=a\nBad=".utf8) + [0xFF]
    let entry = DesktopEntry(bytes, file: "a.desktop")
    #expect(try entry.value(of: "Key")?.text == "a")
    let error = #expect(throws: InputError.self) { try entry.value(of: "Bad") }
    #expect(error?.line == 4 && error?.column == 5)
  }
}

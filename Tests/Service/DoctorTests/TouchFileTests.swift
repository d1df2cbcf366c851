// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Foundation
import Testing

@testable import Doctor

/// The files of labwc and Wayfire with touch screens mapped, and all else as it was.
@Suite struct TouchFileTests {
  private static let rc = """
    <?xml version="1.0"?>
    <!-- <touch deviceName="Goodix" mapToOutput="no"/> -->
    <openbox_config xmlns="http://openbox.org/3.4/rc">
    \t<core><gap>10</gap></core>
    \t<touch deviceName='goodix "a" &amp; b' mapToOutput="HDMI-A-1" mouseEmulation="no"/>
    \t<keyboard><keybind key="W-&lt;"><action name="Execute" command="a &gt; b"/></keybind></keyboard>
    </openbox_config>

    """
  private static let ini = """
    # [input-device:Goodix]
    [core]
    plugins = \\
      [input-device:Goodix]
    [input-device:Goodix]
    transform = normal
    [input-device:Other]  # of the desk
    output = DP-1 # here

    """

  private func change(
    _ kind: TouchFile.Kind, _ text: String?, _ device: String, _ output: String,
    template: String? = nil
  ) throws -> FileChange {
    try TouchFile(kind, path: "/f", text: text, template: template)
      .change(mapping: [(device, output)])
  }

  @Test func aNewLabwcEntryIsAddedAfterTheOthers() throws {
    let change = try change(.labwc, Self.rc, "ELAN <1>", "eDP-1")
    #expect(
      change.lines == [
        "/f", "+7:  <touch deviceName=\"ELAN &lt;1&gt;\" mapToOutput=\"eDP-1\"/>",
      ])
    #expect(try TouchFile(.labwc, path: "/f", text: change.new).output(of: "ELAN <1>") == "eDP-1")
  }

  @Test func anExistingEntryIsChangedInPlace() throws {
    let change = try change(.labwc, Self.rc, "Goodix \"a\" & b", "DSI-1")
    #expect(change.new == Self.rc.replacingOccurrences(of: "HDMI-A-1", with: "DSI-1"))
    #expect(change.lines.count == 3)
    let bare = "<labwc_config><touch deviceName=\"a\" /></labwc_config>"
    #expect(
      try self.change(.labwc, bare, "a", "b").new
        == "<labwc_config><touch deviceName=\"a\"  mapToOutput=\"b\"/></labwc_config>")
  }

  @Test func aMissingOrEmptyFileIsCreated() throws {
    for text in [
      nil, "<labwc_config/>", "<labwc_config></labwc_config>", "<labwc_config>\n</labwc_config>",
    ] {
      let change = try change(.labwc, text, "a", "b")
      #expect(try TouchFile(.labwc, path: "/f", text: change.new).output(of: "a") == "b")
    }
    // Where labwc has read the system's file so far, the new file keeps its contents.
    let copy = try change(.labwc, nil, "a", "b", template: Self.rc)
    #expect(copy.new.contains("<gap>10</gap>") && copy.lines[0] == "/f (a new file)")
    #expect(try change(.wayfire, nil, "a", "b").new == "[input-device:a]\noutput = b\n")
  }

  @Test func anEntryWithoutADeviceNameAppliesToAllOthers() throws {
    let text =
      "<labwc_config><touch mapToOutput=\"X\"/><touch deviceName=\"a\" mapToOutput=\"Y\"/></labwc_config>"
    let file = TouchFile(.labwc, path: "/f", text: text)
    #expect(try file.output(of: "b") == "X" && file.output(of: "A") == "Y")
  }

  @Test(arguments: [
    ("", "no element"), ("hello", "outside of the root element at \"hello\""),
    ("<a>", "<a> has no end"),
    ("<a></b>", "an end tag other than </a> at \"</b>\""), ("<a b=1/>", "token) at \"1/>\""),
    ("<a b='1' b='2'/>", "duplicate attribute at \"b='2'/>\""),
    ("<a b='1'c='2'/>", "at \"c='2'/>\""),
    ("<a>&nothing;</a>", "undefined entity at \"&nothing;"), ("<a b='&no;'/>", "undefined entity"),
    ("<a>&</a>", "not well-formed"), ("<a><!-- </a>", "has no end at \"<!-- </a>\""),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "a document type"),
    ("<!DOCTYPE a SYSTEM 'b'><a>&c;</a>", "a document type"), ("<a/>\n<b/>", "junk after"),
    ("<a b='<'/>", "token) at \"<'/>\""), ("<labwc_config", "a tag"), ("<a b", "a tag"),
    ("<", "a tag"),
    ("<window/>", "valid here: labwc_config"), ("<a b='", "has no end"),
    (String(repeating: "<a>", count: 300), "more than 256 elements"),
    ("<labwc_config><touch><deviceName>a</deviceName></touch></labwc_config>", "by hand"),
    (
      "<labwc_config><touch deviceName='a'/><touch deviceName='a'/></labwc_config>", "2 entries"
    ),
  ])
  func anInvalidLabwcFileIsAnErrorWithItsPlace(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) {
      _ = try change(.labwc, text, "a", "b")
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error.map { $0.line >= 1 && $0.column >= 1 } == true)
  }

  @Test func anXMLErrorHasItsLineAndColumn() throws {
    let error = #expect(throws: InputError.self) {
      _ = try change(.labwc, "<labwc_config>\n  <é a='ü' ü></é>\n", "a", "b")
    }
    #expect(error?.line == 2 && error?.column == 13)
  }

  /// Only the value is replaced, whatever the other attributes hold.
  @Test func anAttributeAmongQuotesIsChangedInPlace() throws {
    let text =
      "\u{FEFF}<labwc_config><touch a='\"=' B=\"mapToOutput='\"\n maptooutput = 'é&amp;'/></labwc_config>"
    let new = try change(.labwc, text.replacing("B=", with: "deviceName=\"a\" B="), "a", "DP-1").new
    #expect(new.contains("B=\"mapToOutput='\"\n maptooutput = 'DP-1'/>"))
  }

  @Test func aFileChangedByAnotherProgramIsNotOverwritten() throws {
    let scratch = ScratchFolder()
    try scratch.write("one\n", to: "/f")
    let change = FileChange(path: scratch.path + "/f", old: "one\n", new: "two\n")
    try scratch.write("other\n", to: "/f")
    let error = #expect(throws: InputError.self) { try change.write() }
    #expect(error?.problem == "another program has changed it meanwhile")
    #expect(try FileChange.read(change.path) == "other\n")
    try scratch.write("one\n", to: "/f")
    try change.write()
    #expect(try FileChange.read(change.path) == "two\n")
    #expect(change.lines == [change.path, "-1: one", "+1: two"])
    try Data([0xFF]).write(to: URL(fileURLWithPath: change.path))
    #expect(throws: InputError.self) { _ = try FileChange.read(change.path) }
  }

  @Test func aWayfireSectionIsAddedOrChanged() throws {
    let new = try change(.wayfire, Self.ini, "FT5406", "DSI-1")
    #expect(new.new == Self.ini + "\n[input-device:FT5406]\noutput = DSI-1\n")
    let inside = try change(.wayfire, Self.ini, "Goodix", "DSI-1")
    #expect(inside.lines == ["/f", "+6: output = DSI-1"])
    let other = try change(.wayfire, Self.ini, "Other", "DSI-1")
    #expect(other.lines == ["/f", "-8: output = DP-1 # here", "+8: output = DSI-1"])
    let file = TouchFile(.wayfire, path: "/f", text: Self.ini)
    #expect(try file.output(of: "Other") == "DP-1" && file.output(of: "Goodix") == nil)
    let head = "[input-device:a] \\\n x\n"
    #expect(try change(.wayfire, head, "a", "b").new == head + "\n[input-device:a]\noutput = b\n")
    // Blank lines at the end are kept, too.
    #expect(
      try change(.wayfire, "[core]\n\n\n", "a", "b").new
        == "[core]\n\n\n\n[input-device:a]\noutput = b\n")
    // A continued value is no section, and a continued line is left for the user to change.
    let none = try change(.wayfire, "[core]\nplugins = \\\n[input-device:a]", "a", "b")
    #expect(none.new.hasSuffix("[input-device:a]\n\n[input-device:a]\noutput = b\n"))
    #expect(throws: InputError.self) {
      _ = try change(.wayfire, "[input-device:a]\noutput = \\\n  x\n", "a", "b")
    }
    let windows = try change(.wayfire, "[input-device:a]\r\noutput = x\r\n", "a", "b")
    #expect(windows.new == "[input-device:a]\r\noutput = b\n")
  }

  @Test(arguments: ["a\nb", "", "a#b", "[a]", "a\u{7F}"])
  func aDeviceNameThatTheFileCannotHoldIsAnError(name: String) {
    #expect(throws: InputError.self) { _ = try change(.wayfire, "", name, "b") }
    guard !"a#b[a]".contains(name) || name.isEmpty else { return }
    #expect(throws: InputError.self) { _ = try change(.labwc, nil, name, "b") }
  }
}

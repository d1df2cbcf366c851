// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import ProjectFiles
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
      #expect(try Self.isXML(change.new), "\(change.new)")
    }
    // Where labwc reads the system's file so far, what that says stays.
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
    ("", "no element"), ("hello", "text outside"), ("<a>", "<a> has no end"), ("<a></b>", "</b>"),
    ("<a b=1/>", "without quotes"), ("<a b='1' b='2'/>", "twice"), ("<a b='1'c='2'/>", "no space"),
    ("<a>&nothing;</a>", "no meaning"), ("<a>&</a>", "no reference"), ("<a><!-- </a>", "comment"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "declarations"), ("<a/><b/>", "second root"),
    ("<a b='<'/>", "a <"), ("<labwc_config", "no space"), ("<a b", "without a value"),
    ("<window/>", "valid here: labwc_config"), ("<", "no name"), ("<a b='", "does not end"),
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

  /// Every file that a real parser takes is taken, and none that it refuses.
  @Test func theXMLOutlineAgreesWithARealParser() throws {
    let parts = [
      "<labwc_config>", "</labwc_config>", "<a b=\"1\">", "</a>", "<c/>", "<!-- x -->", "&amp;",
      "&#x41;", "text", "<d e='&lt;'/>", "<![CDATA[<]]>", "<?p q?>", "<", "&", "\n", "\"",
    ]
    var random = SystemRandomNumberGenerator()
    var texts = (0..<400).map { _ in
      "<labwc_config>"
        + (0..<Int.random(in: 0...5, using: &random)).map { _ in
          parts.randomElement() ?? ""
        }.joined() + "</labwc_config>"
    }
    texts += [Self.rc, "\u{FEFF}<labwc_config/>", "<labwc_config/>\n\n<!-- end -->"]
    let verdicts = try Self.areXML(texts)
    for (text, isXML) in zip(texts, verdicts) {
      #expect(((try? XMLOutline(text, file: "f")) != nil) == isXML, "\(text)")
    }
    #expect(Set(verdicts).count == 2)
  }

  @Test func aFileChangedByAnotherProgramIsNotOverwritten() throws {
    let scratch = ScratchFolder()
    try scratch.write("one\n", to: "/f")
    let change = FileChange(path: scratch.path + "/f", old: "one\n", new: "two\n")
    try scratch.write("other\n", to: "/f")
    let error = #expect(throws: InputError.self) { try change.write() }
    #expect(error?.problem == "somebody else has changed it meanwhile")
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
    // Blank lines at the end are somebody's, too.
    #expect(
      try change(.wayfire, "[core]\n\n\n", "a", "b").new
        == "[core]\n\n\n\n[input-device:a]\noutput = b\n")
    // What a value goes on with is no section, and what goes on is for a person to change.
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

  private static func isXML(_ text: String) throws -> Bool { try areXML([text]) == [true] }

  private static func areXML(_ texts: [String]) throws -> [Bool] {
    let program = """
      import json, sys
      from xml.etree import ElementTree
      def read(text):
          try:
              ElementTree.fromstring(text.encode())
              return True
          except ElementTree.ParseError:
              return False
      print(json.dumps([read(text) for text in json.load(sys.stdin)]))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-c", program]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(texts))
    try input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode([Bool].self, from: data)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import XML

@Suite struct ProtocolParserTests {
  private func failure(_ text: String) -> ProtocolXMLError? {
    do throws(ProtocolXMLError) {
      _ = try ProtocolParser.parse(Data(text.utf8), file: "x.xml")
      return nil
    } catch {
      return error
    }
  }

  private func inInterface(_ text: String) -> String {
    "<protocol name=\"p\">\n<interface name=\"i\" version=\"2\">\n\(text)\n</interface>\n</protocol>"
  }

  @Test func everyTruncatedProtocolIsRefusedWithAPosition() throws {
    let whole = try PackageFiles.text("protocols/wlr-screencopy-unstable-v1.xml")
    let end = try #require(whole.range(of: "</protocol>"))
    let bytes = Array(whole[..<end.upperBound].utf8)
    for count in stride(from: 0, to: bytes.count, by: 37) + [bytes.count - 1] {
      let error = failure(String(decoding: bytes.prefix(count), as: UTF8.self))
      #expect(error != nil, "accepted \(count) of \(bytes.count) bytes")
      #expect((error?.position.line ?? 0) >= 1)
    }
    #expect(failure(String(decoding: bytes, as: UTF8.self)) == nil)
  }

  @Test(arguments: [
    ("", 1), ("<broken", 1), ("<protocol name=\"p\"></protocol>", 1),
    ("<protocol name=\"p\">\n<interface version=\"1\"/>\n</protocol>", 2),
    ("<protocol name=\"p\">\n<interface name=\"i\" version=\"0\"/>\n</protocol>", 2),
    ("<protocol name=\"p\">\n<interface name=\"a b\" version=\"1\"/>\n</protocol>", 2),
    ("<other/>", 1),
  ])
  func badDocumentsAreRefusedAtTheirLine(_ text: String, _ line: Int) {
    #expect(failure(text)?.position.line == line)
  }

  @Test(arguments: [
    ("<enum name=\"e\"><entry name=\"x\" value=\"zz\"/></enum>", "bad enum value 'zz'"),
    (
      "<request name=\"r\"><arg name=\"a\" type=\"real\"/></request>",
      "unknown argument type 'real'"
    ),
    ("<request name=\"r\" since=\"3\"/>", "'r' is since 3, but 'i' is only version 2"),
    ("<request name=\"r\"/><request name=\"r\"/>", "'i.r' appears twice"),
    (
      "<request name=\"r\"><arg name=\"a\" type=\"uint\" enum=\"no\"/></request>",
      "'i' has no enum 'no'"
    ),
    ("<event name=\"r\" type=\"final\"/>", "unknown message type 'final'"),
    (
      "<request name=\"r\"><arg name=\"a\" type=\"int\" allow-null=\"true\"/></request>",
      "an argument of type int cannot be null"
    ),
    ("<arg name=\"a\" type=\"int\"/>", "<arg> is not expected in <interface>"),
  ])
  func invalidContentIsReportedWithItsReason(_ text: String, _ reason: String) {
    let error = failure(inInterface(text))
    #expect(error?.reason == reason)
    #expect(error?.position.line == 3)
    #expect(error?.description.hasPrefix("x.xml:3:") == true)
  }

  @Test func malformedXMLIsRefusedWithItsPlace() {
    func failure(_ bytes: [UInt8]) -> ProtocolXMLError? {
      do throws(ProtocolXMLError) {
        _ = try ProtocolParser.parse(bytes, file: "x.xml")
        return nil
      } catch { return error }
    }
    let text = failure(Array("<protocol name=\"p\">\n<interface name=\"".utf8) + [0xC3, 0x28])
    #expect(text?.position == SourcePosition(line: 2, column: 18))
    #expect(text?.reason == "malformed XML: this is no UTF-8")
    let type = failure(Array("<!DOCTYPE p [<!ENTITY a \"b\">]><p>&a;</p>".utf8))
    #expect(type?.position.line == 1)
    #expect(type?.reason.contains("a document type") == true)
    let deep = failure(Array(String(repeating: "<a>\n", count: 300).utf8))
    #expect(deep?.position == SourcePosition(line: 257, column: 1))
    #expect(deep?.reason.contains("more than 256 elements") == true)
    #expect(failure(Array(repeating: 0x20, count: 17 << 20))?.reason.contains("16 MiB") == true)
    #expect(failure(Array("<p>\n<a></b>".utf8))?.position == SourcePosition(line: 2, column: 4))
  }

  @Test func signaturesFollowLibwayland() throws {
    let text = inInterface(
      """
      <request name="r" since="2">
        <arg name="a" type="new_id"/><arg name="b" type="object" interface="q" allow-null="true"/>
        <arg name="c" type="fd"/><arg name="d" type="string" allow-null="true"/>
      </request>
      """)
    let description = try ProtocolParser.parse(Data(text.utf8), file: "x.xml")
    let request = try #require(description.interfaces.first?.requests.first)
    #expect(request.signature == "2sun?oh?s")
    #expect(request.signatureTypes == [nil, nil, nil, "q", nil, nil])
  }
}

// SPDX-License-Identifier: Apache-2.0
import Configuration
import Fixtures
import Foundation
import Recording
import Testing
import XML

import Formats

/// The limits of readers, at the bound and one past it.
@Suite struct LimitTests {
  @Test func aFileOfTheLimitIsReadAndOneByteMoreIsRefused() throws {
    let folder = ScratchFolder()
    let path = try folder.write(String(repeating: "a", count: 1000), to: "file")
    let bytes = try RegularFile.read(path, atMost: 1000)
    #expect(bytes.count == 1000)
    #expect(throws: FileError.self) { try RegularFile.read(path, atMost: 999) }
  }

  @Test func jsonOfTheDepthLimitIsReadAndOneLevelMoreIsRefused() throws {
    func text(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth)
        + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    _ = try JSONValue.parse(text(JSONValue.maximumDepth), file: "a.json")
    #expect(throws: InputError.self) {
      try JSONValue.parse(text(JSONValue.maximumDepth + 1), file: "a.json")
    }
  }

  @Test func jsonOfTheLargestNumberOfValuesIsReadAndOneMoreIsRefused() throws {
    func text(_ values: Int) -> String {
      "[" + String(repeating: "0,", count: values - 2) + "0]"
    }
    let read = try JSONValue.parse(text(JSONValue.maximumValues), file: "a.json")
    #expect(read.array?.count == JSONValue.maximumValues - 1)
    #expect(throws: InputError.self) {
      try JSONValue.parse(text(JSONValue.maximumValues + 1), file: "a.json")
    }
  }

  @Test func yamlOfTheLimitsIsReadAndOneMoreIsRefused() throws {
    func deep(_ levels: Int) -> [UInt8] {
      Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    _ = try Document.parse(deep(Document.maximumDepth), file: "a.yaml")
    #expect(throws: InputError.self) {
      try Document.parse(deep(Document.maximumDepth + 1), file: "a.yaml")
    }
    func wide(_ nodes: Int) -> [UInt8] {
      Array(("[" + String(repeating: "a,", count: nodes - 2) + "a]").utf8)
    }
    _ = try Document.parse(wide(Document.maximumNodes), file: "a.yaml")
    #expect(throws: InputError.self) {
      try Document.parse(wide(Document.maximumNodes + 1), file: "a.yaml")
    }
  }

  @Test func xmlOfTheLimitsIsReadAndOneMoreIsRefused() throws {
    func deep(_ levels: Int) -> [UInt8] {
      Array(
        (String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)).utf8)
    }
    _ = try XMLDocument(deep(XMLDocument.maximumDepth))
    #expect(throws: XMLError.self) { try XMLDocument(deep(XMLDocument.maximumDepth + 1)) }
    func long(_ bytes: Int) -> [UInt8] {
      Array("<a>".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: bytes - 7)
        + Array("</a>".utf8)
    }
    _ = try XMLDocument(long(XMLDocument.maximumBytes))
    #expect(throws: XMLError.self) { try XMLDocument(long(XMLDocument.maximumBytes + 1)) }
  }

  @Test func aLineOfTheLimitIsReadAndOneByteMoreIsNot() {
    var lines = LineBuffer(limit: 10)
    lines.append(Array("0123456789\n".utf8))
    let line = lines.next()
    #expect(line?.count == 10 && !lines.isOverfull)
    lines.append(Array("01234567890\n".utf8))
    let next = lines.next()
    #expect(next == nil && lines.isOverfull)
  }

  @Test func theTableOfLimitsHasTheirValues() {
    let table = Documentation.text("docs/limits.md")
    for row in [
      "configuration, accelerometer trace | \(InputFile.maximumBytes >> 20) MiB |",
      "| recording | \(RecordingReader.maximumBytes >> 20) MiB |",
      "| JSON value | \(JSONValue.maximumDepth) levels, \(JSONValue.maximumValues) values |",
      "| XML document | \(XMLDocument.maximumBytes >> 20) MiB, \(XMLDocument.maximumDepth) levels |",
      "| YAML document | \(Document.maximumDepth) levels, \(Document.maximumNodes) nodes |",
    ] {
      #expect(table.contains(row), "\(row)")
    }
  }
}

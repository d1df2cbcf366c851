// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
import Sensing
import Testing

@testable import Configuration

@Suite struct SensorPlacementTests {
  private static func parse(_ text: String) throws -> SensorPlacement {
    try Configuration.parse(text, file: "c").sensor
  }

  static let good = [
    "sensor: {}", "sensor: {path: a, matrix: rotate-90}", "sensor: {display: a, base: {path: b}}",
    "sensor: {matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1]}", "sensor: {matrix: [invert-x, invert-y]}",
    "sensor: {matrix: invert-x, mirrors: true}",
    "sensor: {matrix: [0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1]}",
    "sensor: {hinge: {edge: left, tablet-above: 140, laptop-below: 125, closed-below: 0, settle: 0}}",
  ]

  static let mistakes: [(text: String, words: String)] = [
    ("sensor: a", "c:1:9: found \"a\""),
    ("sensor: {paths: a}", "unknown key \"paths\"; valid here: display, path, matrix"),
    ("sensor: {path: ''}", "c:1:16: found"), ("sensor: {path: 1}", "c:1:16: found 1"),
    ("sensor: {matrix: rotate-45}", "c:1:18: found \"rotate-45\""),
    ("sensor: {matrix: []}", "an empty list"), ("sensor: {matrix: [1, 0, 0]}", "3 numbers"),
    ("sensor: {matrix: [1, 0, 0, 0, 1, 0, 0, 0, .nan]}", "c:1:43: found"),
    ("sensor: {matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1e9]}", "c:1:43: found"),
    ("sensor: {matrix: [0, 0, 0, 0, 0, 0, 0, 0, 0]}", "a row of zeros"),
    ("sensor: {matrix: [1, 0, 0, 0, 1, 0, 0, 1, 0]}", "loses an axis (determinant 0)"),
    ("sensor: {matrix: [2, 0, 0, 0, 1, 0, 0, 0, 1]}", "stretches or slants"),
    ("sensor: {matrix: [1, 0, 0, 0.8, 0.6, 0, 0, 0, 1]}", "stretches or slants"),
    ("sensor: {matrix: [0, 1, 0, 1, 0, 0, 0, 0, 1]}", "[0, 1, 0, 1, 0, 0, 0, 0, -1]"),
    ("sensor: {matrix: invert-x}", "c:1:18: found a matrix that mirrors, which no way"),
    ("sensor: {base: {matrix: [swap-xy]}}", "mirrors: true"),
    ("sensor: {matrix: [rotate-90, 1]}", "found 1"), ("sensor: {mirrors: 1}", "found 1"),
    ("sensor: {display: {path: a, hinge: {}}}", "c:1:29: found unknown key \"hinge\""),
    ("sensor: {display: a, path: b}", "path here although there is a key display"),
    ("sensor: {hinge: {tablet-above: 59}}", "found 59"),
    ("sensor: {hinge: {laptop-below: 331}}", "found 331"),
    ("sensor: {hinge: {edge: front}}", "found \"front\""),
    ("sensor: {hinge: {tablet-above: 150}}", "c:1:32: found a laptop up to 160°"),
  ]

  /// Returns whether only the reader finds a mistake, because that takes arithmetic.
  static func isBeyondSchema(_ text: String) -> Bool {
    [
      "mirrors, which", "loses an axis", "zeros", "slants", "mirrors: true", "laptop up to",
      "0, -1]",
    ]
    .contains { mark in mistakes.contains { $0.text == text && $0.words.contains(mark) } }
  }

  @Test(arguments: mistakes) func mistakesAreNamedWithTheirPlace(text: String, words: String) {
    let error = #expect(throws: InputError.self) { try Self.parse(text) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test(arguments: good) func writtenPlacementsReadBackEqual(text: String) throws {
    let configuration = try Configuration.parse(text, file: "c")
    #expect(try Configuration.parse(configuration.yaml, file: "c") == configuration)
  }

  @Test(arguments: [
    ("rotate-90", PanelEdge.left), ("rotate-180", .bottom), ("rotate-270", .right),
    ("[rotate-90, rotate-90]", .bottom), ("[rotate-180, rotate-270]", .left),
  ])
  func rotationWordsTurnAsWaylandTransforms(words: String, edge: PanelEdge) throws {
    let matrix = try Self.parse("sensor: {matrix: \(words)}").display.correction
    #expect(matrix.edge(after: .top) == edge)
    #expect(matrix.determinant == 1)
  }

  @Test func matrixWordsAreAppliedInOrder() throws {
    let matrix = try Self.parse("sensor: {matrix: [invert-x, swap-xy]}").display.correction
    #expect(matrix(SIMD3(2, 3, 5)) == SIMD3(3, -2, 5))
    let all = MountMatrix.words.map(\.name)
    for word in all {
      let mirrored = try Self.parse("sensor: {matrix: \(word), mirrors: true}").display
      #expect(abs(mirrored.correction.determinant) == 1)
      #expect(mirrored.mirrors)
    }
    #expect(Set(all).count == 9)
  }

  @Test func pathsAndAnglesAreRead() throws {
    let placement = try Self.parse(
      "sensor: {path: a, base: b, hinge: {edge: right, tablet-above: 140, laptop-below: 125}}")
    #expect(placement.display.path == "a" && placement.base.path == "b")
    #expect(placement.hingeEdge == .right)
    #expect(placement.hinge.tabletAbove == 1400 && placement.hinge.laptopBelow == 1250)
    #expect(try Self.parse("sensor: {display: {path: c}}").display.path == "c")
  }

  @Test func onlyQuarterTurnsAndMirrorsInThePlaneTurnAnEdge() throws {
    let mirror = try Self.parse("sensor: {matrix: [swap-xy, invert-z]}").display.correction
    #expect(PanelEdge.allCases.map(mirror.edge(after:)) == [.right, .bottom, .left, .top])
    let standing = try Self.parse("sensor: {matrix: [swap-xz, invert-y]}").display.correction
    #expect(standing.edge(after: .left) == nil)
    let oblique = try Self.parse("sensor: {matrix: [0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1]}").display
    #expect(oblique.correction.edge(after: .top) == nil)
  }
}

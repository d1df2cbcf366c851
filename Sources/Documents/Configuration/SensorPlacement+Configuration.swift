// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
public import Sensing

extension SensorPlacement {
  private static let edges: [(name: String, edge: PanelEdge)] = [
    ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right),
  ]

  /// Reads `path`, `matrix` and `mirrors`, or `display` with these; `base` likewise, and `hinge`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    if let node = map.take("display") {
      display = try SensorMounting(node)
      for name in SensorMounting.keys {
        if let twice = map.take(name) {
          throw twice.error("\(name) here and a display besides", valid: ["one of the two"])
        }
      }
    } else {
      display = try SensorMounting(&map)
    }
    if let node = map.take("base") { base = try SensorMounting(node) }
    if let node = map.take("hinge") { try readHinge(node) }
    try map.finish()
  }

  private mutating func readHinge(_ node: Node) throws(InputError) {
    var map = try node.map()
    if let node = map.take("edge") {
      hingeEdge = Self.edges[try node.oneOf(Self.edges.map(\.name))].edge
    }
    let tablet = map.take("tablet-above")
    if let tablet { hinge.tabletAbove = try tablet.tenths(in: HingeParameters.tabletAngles) }
    let laptop = map.take("laptop-below")
    if let laptop { hinge.laptopBelow = try laptop.tenths(in: HingeParameters.laptopAngles) }
    if let node = map.take("closed-below") {
      hinge.closedBelow = try node.tenths(in: HingeParameters.closedAngles)
    }
    if let node = map.take("settle") {
      let range = HingeParameters.dwells
      hinge.dwell = Int64(try node.int(in: Int(range.lowerBound)...Int(range.upperBound)))
    }
    try map.finish()
    guard hinge.laptopBelow <= hinge.tabletAbove else {
      throw (laptop ?? tablet ?? node).error(
        "a laptop up to \(hinge.laptopBelow / 10)°, above the angle of a tablet",
        valid: ["laptop-below of at most \(hinge.tabletAbove / 10), which is tablet-above"])
    }
  }

  /// As the configuration's `sensor` has it.
  var json: JSONValue {
    .object([
      .init("display", display.json), .init("base", base.json),
      .init(
        "hinge",
        [
          "edge": .string("\(hingeEdge)"), "tablet-above": .int(hinge.tabletAbove / 10),
          "laptop-below": .int(hinge.laptopBelow / 10),
          "closed-below": .int(hinge.closedBelow / 10), "settle": .int(hinge.dwell),
        ]),
    ])
  }
}

extension Node {
  /// Whole degrees as tenths.
  fileprivate func tenths(in range: ClosedRange<Int64>) throws(InputError) -> Int64 {
    10 * Int64(try int(in: Int(range.lowerBound / 10)...Int(range.upperBound / 10)))
  }
}

extension SensorMounting {
  static let keys = ["path", "matrix", "mirrors"]

  /// Reads a path, or a map of `path`, `matrix` and `mirrors`.
  fileprivate init(_ node: Node) throws(InputError) {
    guard node.kind == .mapping else {
      self.init(path: try Self.path(node))
      return
    }
    var map = try node.map()
    try self.init(&map)
    try map.finish()
  }

  fileprivate init(_ map: inout MapReader) throws(InputError) {
    self.init()
    if let node = map.take("path") { path = try Self.path(node) }
    let matrix = map.take("matrix")
    mirrors = try map.take("mirrors")?.bool() ?? false
    guard let node = matrix else { return }
    correction = try MountMatrix(configured: node)
    guard correction.determinant > 0 || mirrors else {
      throw node.error(
        "a matrix that mirrors (determinant -1), as no sensor can sit in a device",
        valid: [
          "\(correction.mirroredInZ.list), which turns it over and has the same edges",
          "mirrors: true beside it, if it is the driver that mirrors",
        ])
    }
  }

  private static func path(_ node: Node) throws(InputError) -> String {
    let path = try node.string()
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw node.error(
        node.found, valid: ["a directory of sysfs", "a name such as \"iio:device0\""])
    }
    return path
  }

  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = path.map { [.init("path", .string($0))] } ?? []
    members.append(.init("matrix", .array(correction.elements.map(JSONValue.init(decimal:)))))
    if mirrors { members.append(.init("mirrors", true)) }
    return .object(members)
  }
}

extension MountMatrix {
  /// What can be said in a word, each done to what those before it have made.
  ///
  /// `rotate-90` has the left edge up where the top edge was, as Wayland's transform 90.
  package static let words: [(name: String, matrix: MountMatrix)] =
    [
      ("rotate-90", MountMatrix(casingToPanel: .left)),
      ("rotate-180", MountMatrix(casingToPanel: .bottom)),
      ("rotate-270", MountMatrix(casingToPanel: .right)),
    ]
    + [
      ("swap-xy", [0, 1, 0, 1, 0, 0, 0, 0, 1]), ("swap-xz", [0, 0, 1, 0, 1, 0, 1, 0, 0]),
      ("swap-yz", [1, 0, 0, 0, 0, 1, 0, 1, 0]), ("invert-x", [-1, 0, 0, 0, 1, 0, 0, 0, 1]),
      ("invert-y", [1, 0, 0, 0, -1, 0, 0, 0, 1]), ("invert-z", [1, 0, 0, 0, 1, 0, 0, 0, -1]),
    ].compactMap { name, elements in MountMatrix(elements: elements).map { (name, $0) } }

  /// Reads nine numbers, row by row, a word or a list of words.
  fileprivate init(configured node: Node) throws(InputError) {
    let forms = ["nine numbers, row by row"] + Self.words.map(\.name)
    let items = node.kind == .sequence ? try node.sequence() : [node]
    guard items.first.map({ $0.kind == .int || $0.kind == .double }) == true else {
      guard !items.isEmpty else { throw node.error("an empty list", valid: forms) }
      self = .identity
      for item in items {
        self = followed(by: Self.words[try item.oneOf(Self.words.map(\.name))].matrix)
      }
      return
    }
    guard items.count == 9 else { throw node.error("\(items.count) numbers", valid: forms) }
    var elements: [Double] = []
    for item in items { elements.append(try item.double(in: -1000...1000)) }
    guard let matrix = MountMatrix(elements: elements) else {
      throw node.error("a row of zeros, which loses an axis", valid: forms)
    }
    guard matrix.keepsShapes else {
      throw node.error(
        abs(matrix.volume) < 0.01
          ? "a matrix that loses an axis (determinant 0)"
          : "a matrix that stretches or slants",
        valid: ["rows of length 1, at right angles to one another"])
    }
    self = matrix
  }

  /// As the configuration has it, on one line.
  public var list: String { JSONValue.array(elements.map(JSONValue.init(decimal:))).flow }
}

extension JSONValue {
  /// Without a point where there is nothing behind it.
  fileprivate init(decimal value: Double) {
    self = Int64(exactly: value).map { .int($0) } ?? .double(value)
  }
}

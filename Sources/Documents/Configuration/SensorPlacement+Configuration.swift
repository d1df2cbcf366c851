// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
public import Sensing
import Text

extension SensorPlacement: ConfigurationTable {
  static var blank: SensorPlacement { SensorPlacement() }
  static var sample: String { #"{path: "iio:device0"}"# }

  /// The keys of the map: `base`, `hinge`, and either `display`, which is written, or the keys
  /// inside `display`, which are only read.
  static let keys: [ConfigurationKey<SensorPlacement>] =
    [
      .init(
        "display", \.display, .sensorMounting, unset: "the three keys below",
        "The accelerometer behind the screen, in place of `path`, `matrix` and `mirrors`."
      ).leftOutOfExample()
    ] + SensorMounting.keys.map { $0.inside(\.display).written { _ in false } } + [
      .init(
        "base", \.base, .sensorMounting, unset: "found by its label", example: "\"iio:device1\"",
        "The accelerometer of the half with the keyboard."),
      .init(
        "hinge", \.hingeChoice, .table, "Where a laptop becomes a tablet."),
    ]

  static let schemaRules: [JSONValue.Member] = [
    .init(
      "dependentSchemas",
      [
        "display": [
          "properties": .object(SensorMounting.keys.map { .init($0.name, false) })
        ]
      ])
  ]

  func finish(_ node: Node) throws(InputError) {
    guard node.pair("display") != nil else { return try display.finish(node) }
    for key in SensorMounting.keys {
      guard let twice = node.pair(key.name)?.value else { continue }
      throw twice.error(ConfigurationPhrase.besidesDisplay(key.name), valid: ["one of the two"])
    }
  }

  fileprivate var hingeChoice: HingeChoice {
    get { HingeChoice(edge: hingeEdge, parameters: hinge) }
    set { (hingeEdge, hinge) = (newValue.edge, newValue.parameters) }
  }
}

struct HingeChoice: ConfigurationTable {
  var edge = PanelEdge.bottom
  var parameters = HingeParameters()

  static var blank: HingeChoice { HingeChoice() }
  static var sample: String { "{tablet-above: 200}" }

  static let keys: [ConfigurationKey<HingeChoice>] = [
    .init(
      "edge", \.edge,
      .choice([("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right)]),
      "The edge of the panel, without any rotation, that the hinge is at."),
    .init(
      "tablet-above", \.parameters.tabletAbove,
      .integer(HingeParameters.tabletAngles, parts: 10),
      "The angle from which a laptop is a tablet, in degrees."),
    .init(
      "laptop-below", \.parameters.laptopBelow,
      .integer(HingeParameters.laptopAngles, parts: 10),
      "The angle up to which a tablet is a laptop again, in degrees; at most tablet-above."),
    .init(
      "closed-below", \.parameters.closedBelow,
      .integer(HingeParameters.closedAngles, parts: 10),
      "The angle below which the lid is closed, in degrees."),
    .init(
      "settle", \.parameters.dwell, .integer(HingeParameters.dwells),
      "For how long readings must agree, in ms."),
  ]

  func finish(_ node: Node) throws(InputError) {
    guard parameters.laptopBelow <= parameters.tabletAbove else {
      let pair = node.pair("laptop-below") ?? node.pair("tablet-above")
      throw (pair?.value ?? node).error(
        ConfigurationPhrase.laptopAbove("\(parameters.laptopBelow / 10)"),
        valid: ["laptop-below of at most \(parameters.tabletAbove / 10), which is tablet-above"])
    }
  }
}

extension SensorMounting: ConfigurationTable {
  static var blank: SensorMounting { SensorMounting() }
  static var sample: String { #"{path: "iio:device0"}"# }

  static let keys: [ConfigurationKey<SensorMounting>] = [
    .init(
      "path", \.path, .sensorPath, unset: "found", example: "\"iio:device0\"",
      "A directory of sysfs, that of the device the accelerometer sits on, a name, or an event node "
        + "such as /dev/input/event5."),
    .init(
      "matrix", \.correction, .mountMatrix, unset: "nothing", example: "[swap-xy, invert-z]",
      "What turns the readings once more, after the mount matrix that the system knows."),
    .init("mirrors", \.mirrors, .bool, "Whether the driver mirrors, so that the matrix may.")
      .writtenIfChanged(),
  ]

  func finish(_ node: Node) throws(InputError) {
    guard correction.determinant <= 0, !mirrors else { return }
    throw (node.pair("matrix")?.value ?? node).error(
      ConfigurationPhrase.mirrors(),
      valid: [
        "\(correction.mirroredInZ.list) (turned over instead, with the same edges)",
        "mirrors: true beside the matrix (if the driver mirrors)",
      ])
  }
}

extension Codec<SensorMounting> {
  fileprivate static let sensorMounting = map(
    orShort: Codec(schema: Codec<String>.sensorPath.schema(), form: "a path") {
      node throws(InputError) in
      SensorMounting(path: try Codec<String>.sensorPath.read(node))
    } write: {
      $0.map
    })
}

extension Codec<String> {
  fileprivate static let sensorPath = Codec(
    schema: ["type": "string", "minLength": 1], form: "a directory, or `\"iio:deviceN\"`"
  ) { node throws(InputError) in
    let path = try node.string()
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw node.error(
        node.found, valid: ["a directory of sysfs", "a name such as \"iio:device0\""])
    }
    return path
  } write: {
    .string($0)
  }
}

extension Codec<MountMatrix> {
  fileprivate static let mountMatrix: Codec = {
    let word: JSONValue = ["enum": .array(MountMatrix.words.map { .string($0.name) })]
    return Codec(
      schema: [
        "anyOf": [
          word, ["type": "array", "minItems": 1, "items": word],
          [
            "type": "array", "minItems": 9, "maxItems": 9,
            "items": ["type": "number", "minimum": -1000, "maximum": 1000],
          ],
        ]
      ], form: "a word, a list of words, or nine numbers"
    ) { node throws(InputError) in
      try MountMatrix(configured: node)
    } write: {
      .array($0.elements.map(JSONValue.init(decimal:)))
    }
  }()
}

extension MountMatrix {
  /// The named matrices; the matrices in a configured list are applied one after the other.
  ///
  /// With `rotate-90` the left edge counts as up where the top edge did before, like Wayland's
  /// transform 90.
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
    guard items.count == 9 else {
      throw node.error(ConfigurationPhrase.numbers("\(items.count)"), valid: forms)
    }
    var elements: [Double] = []
    for item in items { elements.append(try item.double(in: -1000...1000)) }
    guard let matrix = MountMatrix(elements: elements) else {
      throw node.error(ConfigurationPhrase.zeroRow(), valid: forms)
    }
    guard matrix.keepsShapes else {
      throw node.error(
        abs(matrix.volume) < 0.01
          ? ConfigurationPhrase.losesAxis() : ConfigurationPhrase.stretches(),
        valid: ["rows of length 1, at right angles to one another"])
    }
    self = matrix
  }

  /// The matrix as a list for the configuration, on one line.
  public var list: String { JSONValue.array(elements.map(JSONValue.init(decimal:))).flow }
}

extension JSONValue {
  /// Creates a number, which is written without a decimal point if it is whole.
  fileprivate init(decimal value: Double) {
    self = Int64(exactly: value).map { .int($0) } ?? .double(value)
  }
}

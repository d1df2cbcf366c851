// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension ScenarioReader {
  static let maskWords = ["all", "all-but-upside-down", "landscape", "none"]

  func deviceOrientation(_ node: Node) throws(InputError) -> DeviceOrientation {
    let values = DeviceOrientation.allCases
    return values[try node.oneOf(values.map(\.name))]
  }

  func interfaceOrientation(_ node: Node) throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.allCases
    return values[try node.oneOf(values.map(\.name))]
  }

  /// An orientation that a screen can have.
  func knownOrientation(_ node: Node) throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.fallbackOrder
    return values[try node.oneOf(values.map(\.name))]
  }

  /// A mask: a list, a word, or UIKit's raw number.
  func mask(_ node: Node) throws(InputError) -> OrientationMask {
    switch node.kind {
    case .int: return OrientationMask(rawValue: UInt32(try node.int(in: 0...Int(UInt32.max))))
    case .sequence:
      var mask = OrientationMask()
      for item in try node.sequence() { mask.formUnion(try interfaceOrientation(item).mask) }
      return mask
    default:
      // One orientation is no mask; a list of one is.
      if let word = try? node.string(), InterfaceOrientation(name: word) != nil {
        throw node.error(
          "\(Quoting.quoted(word)), where a mask is wanted; write [\(word)]", valid: Self.maskWords)
      }
      let words: [OrientationMask] = [.all, .allButUpsideDown, .landscape, []]
      return words[try node.oneOf(Self.maskWords)]
    }
  }

  /// The orientations of a mask in the order of the file, which launch placement looks at (V-14).
  func orderedMask(_ node: Node) throws(InputError) -> [InterfaceOrientation] {
    guard node.kind == .sequence else { return try mask(node).orientations }
    var list: [InterfaceOrientation] = []
    for item in try node.sequence() {
      let orientation = try interfaceOrientation(item)
      if orientation != .unknown { list.append(orientation) }
    }
    return list
  }

  /// A width and a height in points.
  func size(_ node: Node, from least: Int) throws(InputError) -> Size {
    let items = try node.sequence(count: 2)
    return Size(
      width: Int32(try items[0].int(in: least...100_000)),
      height: Int32(try items[1].int(in: least...100_000)))
  }
}

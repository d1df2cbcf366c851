// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// The names in scenario files of values that several readers read.
enum ScenarioWords {
  /// The names of masks; a mask can also be a list of orientations or UIKit's number.
  static let masks = ["all", "all-but-upside-down", "landscape", "none"]
  /// The names of window levels.
  static let levels = ["normal": 0, "status-bar": 1000, "alert": 2000]
}

extension Node {
  func deviceOrientation() throws(InputError) -> DeviceOrientation {
    let values = DeviceOrientation.allCases
    return values[try oneOf(values.map(\.name))]
  }

  func interfaceOrientation() throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.allCases
    return values[try oneOf(values.map(\.name))]
  }

  /// Reads an orientation other than unknown.
  func knownOrientation() throws(InputError) -> InterfaceOrientation {
    let values = InterfaceOrientation.fallbackOrder
    return values[try oneOf(values.map(\.name))]
  }

  /// Reads a mask: a list, a name, or UIKit's raw number.
  func mask() throws(InputError) -> OrientationMask {
    switch kind {
    case .int: return OrientationMask(rawValue: UInt32(try int(in: 0...Int(UInt32.max))))
    case .sequence:
      var mask = OrientationMask()
      for item in try sequence() { mask.formUnion(try item.interfaceOrientation().mask) }
      return mask
    default:
      // A single orientation is no mask, but a list of one is.
      if let word = try? string(), InterfaceOrientation(name: word) != nil {
        throw error(
          "\(UntrustedText(word).quoted), where a mask is wanted; write [\(word)]",
          valid: ScenarioWords.masks)
      }
      let words: [OrientationMask] = [.all, .allButUpsideDown, .landscape, []]
      return words[try oneOf(ScenarioWords.masks)]
    }
  }

  /// Reads the orientations of a mask in the order of the file, which launch placement uses (V-14).
  func orderedMask() throws(InputError) -> [InterfaceOrientation] {
    guard kind == .sequence else { return try mask().orientations }
    var list: [InterfaceOrientation] = []
    for item in try sequence() {
      let orientation = try item.interfaceOrientation()
      if orientation != .unknown { list.append(orientation) }
    }
    return list
  }

  /// Reads a width and a height in points.
  func size(from least: Int) throws(InputError) -> Size {
    let items = try sequence(count: 2)
    return Size(
      width: Int32(try items[0].int(in: least...100_000)),
      height: Int32(try items[1].int(in: least...100_000)))
  }

  func requireTrue() throws(InputError) {
    guard try bool() else { throw error("false", valid: ["true"]) }
  }
}

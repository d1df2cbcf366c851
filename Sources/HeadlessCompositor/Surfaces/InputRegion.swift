// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A part of a surface as clients describe it: rectangles added and taken away in turn.
struct InputRegion {
  private struct Step {
    let isAdded: Bool
    let x: Int64
    let y: Int64
    let right: Int64
    let bottom: Int64
  }

  /// How many rectangles one region may be made of.
  static let limit = 4096
  private var steps: [Step] = []

  /// How much memory it takes.
  var bytes: Int { steps.count * MemoryLayout<Step>.stride }

  /// Adds or takes away a rectangle; false if there are too many.
  mutating func change(adding: Bool, x: Int32, y: Int32, width: Int32, height: Int32) -> Bool {
    guard width > 0, height > 0 else { return true }
    guard steps.count < Self.limit else { return false }
    steps.append(
      Step(
        isAdded: adding, x: Int64(x), y: Int64(y), right: Int64(x) + Int64(width),
        bottom: Int64(y) + Int64(height)))
    return true
  }

  /// Whether a point is in it: the last rectangle that holds the point decides.
  func contains(x: Double, y: Double) -> Bool {
    let step = steps.last {
      x >= Double($0.x) && x < Double($0.right) && y >= Double($0.y) && y < Double($0.bottom)
    }
    return step?.isAdded ?? false
  }
}

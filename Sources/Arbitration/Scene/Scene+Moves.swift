// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Scene {
  /// Makes the changes of a decision; followers go with the bar (format:followers).
  mutating func apply(_ moves: [Move], cause: StatusBar.Cause) {
    for move in moves {
      switch move {
      case .window(let id, let orientation):
        guard let index = index(of: id) else { continue }
        windows[index].orientation = orientation
        windows[index].needsTurn = false
      case .statusBar(let orientation, let writer):
        statusBar.orientation = orientation
        statusBar.writer = writer
        statusBar.cause = cause
        statusBar.writerLeft = false
        for index in windows.indices where windows[index].isFollower {
          windows[index].orientation = orientation
        }
      case .output(let id, let transform):
        for index in outputs.indices where outputs[index].id == id {
          outputs[index].desired = transform
        }
      case .putOff(let id):
        guard let index = index(of: id) else { continue }
        windows[index].needsTurn = true
      }
    }
  }
}

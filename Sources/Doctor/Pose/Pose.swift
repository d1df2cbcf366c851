// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A way of holding the device that tells something about its sensor.
public enum Pose {
  /// The words of a file of readings, in the order of the questions.
  public static let names: [(name: String, edge: PanelEdge)] = [
    ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right),
  ]

  /// What to ask of the user.
  public static func request(_ edge: PanelEdge) -> String {
    "Hold the device upright so that the \(edge) edge of the screen, as it is without any "
      + "rotation, points up; keep it still and press Enter"
  }
}

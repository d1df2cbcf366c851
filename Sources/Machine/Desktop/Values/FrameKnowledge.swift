// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The frames in which a compositor counts transforms: a row of the table in `docs/desktops.md`.
///
/// Each backend declares its rows in `CompositorBackend.frames`. `Session` alone converts: outputs
/// and requests of its users count from the panel, whatever the compositor does.
public struct FrameKnowledge: Hashable, Sendable {
  /// The compositor, with the versions for which the row is right.
  public let compositor: String
  /// The names that its process has in `/proc/PID/comm`.
  public let processes: [String]
  /// The frame of the transforms in requests.
  public let requests: TransformFrame
  /// The frame of the transforms, modes and physical sizes that the compositor reports.
  public let reports: TransformFrame
  /// How the compositor treats a panel that is mounted turned, as a phrase for the table.
  public let habit: String
  /// The file of the compositor's sources that shows this.
  public let source: String

  /// Whether a panel that is mounted turned needs a conversion.
  public var converts: Bool { requests != .panel || reports != .panel }

  init(
    _ compositor: String, processes: [String], requests: TransformFrame = .panel,
    reports: TransformFrame = .panel, habit: String, source: String
  ) {
    (self.compositor, self.processes) = (compositor, processes)
    (self.requests, self.reports) = (requests, reports)
    (self.habit, self.source) = (habit, source)
  }

  /// The rows that the backends declare.
  public static var table: [FrameKnowledge] { Compositors.all.flatMap { $0.frames } }

  /// Returns the row of a compositor by the name of its process; one without a row is assumed to
  /// count from the panel, as the protocols have it.
  public static func row(process: String?) -> FrameKnowledge {
    table.first { row in process.map(row.processes.contains) ?? false }
      ?? FrameKnowledge(process ?? "this compositor", processes: [], habit: "", source: "")
  }
}

extension OutputChange {
  /// Returns the change with its transforms counted in another frame than the panel's.
  func counted(in frame: TransformFrame, mountedWith top: (String) -> PanelEdge) -> OutputChange {
    guard frame != .panel else { return self }
    var change = self
    for index in turns.indices {
      change.turns[index].transform = frame.transform(
        from: turns[index].transform, mountedWith: top(turns[index].output))
    }
    for index in layout.indices {
      change.layout[index].transform = frame.transform(
        from: layout[index].transform, mountedWith: top(layout[index].output))
    }
    return change
  }
}

extension DesktopOutput {
  /// Counts the transform and the sizes of the panel, which were reported in another frame, from
  /// the panel.
  mutating func count(from frame: TransformFrame, mountedWith top: PanelEdge) {
    transform = frame.panelTransform(from: transform, mountedWith: top)
    modeSize = frame.panelSize(from: modeSize, mountedWith: top)
    physicalSize = frame.panelSize(from: physicalSize, mountedWith: top)
  }
}

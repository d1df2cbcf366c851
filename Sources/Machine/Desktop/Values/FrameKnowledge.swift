// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The frames in which a compositor counts transforms: a row of a table in `docs/desktops.md`.
///
/// Each backend declares its rows in `CompositorBackend.frames`. Only `Session` converts: its users
/// always count transforms from the panel.
public struct FrameKnowledge: Hashable, Sendable {
  /// The name of the compositor, with the versions for which the row is right.
  public let compositor: String
  /// The process names of the compositor, as in `/proc/PID/comm`.
  public let processes: [String]
  /// The frame of the transforms in requests.
  public let requests: TransformFrame
  /// The frame of the transforms, modes and physical sizes that the compositor reports.
  public let reports: TransformFrame
  /// The compositor's treatment of a panel that is mounted rotated, as a phrase for the table.
  public let habit: String
  /// The reference for this: a source file, commit or issue of the compositor.
  public let source: String

  /// Whether transforms of a panel that is mounted rotated must be converted.
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

  /// Returns the row of a compositor by its process name; a compositor without a row counts from
  /// the panel, as the protocols specify.
  public static func row(process: String?) -> FrameKnowledge {
    table.first { row in process.map(row.processes.contains) ?? false }
      ?? FrameKnowledge(process ?? "this compositor", processes: [], habit: "", source: "")
  }
}

extension OutputChange {
  /// Converts a change from the panel's frame to another one; `top` returns the edge of an output's
  /// panel that is at the top of the casing.
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
  /// Converts the reported transform, mode size and physical size from `frame` to the panel's
  /// frame; `top` is the panel's edge at the top of the casing.
  mutating func count(from frame: TransformFrame, mountedWith top: PanelEdge) {
    transform = frame.panelTransform(from: transform, mountedWith: top)
    modeSize = frame.panelSize(from: modeSize, mountedWith: top)
    physicalSize = frame.panelSize(from: physicalSize, mountedWith: top)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Desktop
import Orientation
import Sensors
import Text

/// The check whether three sources agree about the panel's edge that is up.
///
/// The sources are the mount matrix, the kernel's `panel orientation` and the compositor's
/// transform.
///
/// A right matrix converts readings to the axes of the panel as scanned out (the header of
/// systemd's 60-sensor.hwdb). A device in laptop pose then reports the edge that the kernel's
/// property puts at the top of the casing, and the compositor shows the same edge upright.
enum PanelCheck {
  /// The edge of one output's panel that is up, according to three sources.
  private struct Edges {
    let name: String
    /// The upper edge according to the accelerometer and its mount matrix; `nil` if no reading is
    /// usable.
    let sensor: PanelEdge?
    /// The upper edge according to the kernel's property `panel orientation`.
    let property: PanelEdge
    /// The upper edge according to the compositor's transform; `nil` for a mirrored picture.
    let picture: PanelEdge?

    /// A phrase that names the three edges.
    var words: String {
      "up is the \(sensor.map { "\($0)" } ?? "unknown") edge by the sensor and its matrix, the "
        + "\(property) by the kernel's panel orientation, the "
        + "\(picture.map { "\($0)" } ?? "mirrored") by the compositor"
    }
  }

  static func findings(_ facts: Facts) -> [Finding] {
    let panels = facts.panels
    return unread(facts)
      + facts.compositor.outputs.filter { $0.enabled && panels.mounts.mounts[$0.name] != nil }
      .flatMap { output in
        mounted(output.name, facts)
          + agreement(
            Edges(
              name: output.name, sensor: held(facts), property: panels.mounts.top(of: output.name),
              picture: PanelEdge(transform: output.transform)), facts)
      }
  }

  /// Returns the edge that is up, by Swivel's readings or, without them, by iio-sensor-proxy's
  /// first report; `nil` if neither names one.
  private static func held(_ facts: Facts) -> PanelEdge? {
    if let probe = facts.sensors.readings { return probe.edge }
    guard case .reported(let word) = facts.proxy.claim else { return nil }
    return PanelEdge(proxyName: word)
  }

  private static func unread(_ facts: Facts) -> [Finding] {
    facts.panels.mounts.failures.map { failure in
      let converts = facts.panels.frames?.converts == true
      return Finding(
        "panel-unread", converts ? .problem : .note,
        "how panels are mounted cannot be read: \(UntrustedText(failure).name(columns: 80))",
        meaning: converts
          ? "this compositor counts transforms from the casing: on a panel that is mounted turned "
            + "every rotation is off by that turn"
          : "this compositor counts transforms from the panel, so rotations are right all the same",
        remedy: ["run swivel in the graphical session, or add your user to the group video"])
    }
  }

  private static func mounted(_ name: String, _ facts: Facts) -> [Finding] {
    guard let mount = facts.panels.mounts.mounts[name] else { return [] }
    let source =
      mount.origin == .property ? "the kernel's property" : "video= of the kernel's command line"
    let habit = facts.panels.frames.map { frames in
      frames.habit.isEmpty ? "" : "; \(frames.compositor) \(frames.habit)"
    }
    return .one(
      "panel-mounted", .ok,
      "the panel's \(mount.top) edge is at the top of the casing, by \(source)",
      at: UntrustedText(name).name(columns: 80),
      meaning: "transforms count from the panel as scanned out\(habit ?? "")")
  }

  private static func agreement(_ edges: Edges, _ facts: Facts) -> [Finding] {
    guard let sensor = edges.sensor, let picture = edges.picture else { return [] }
    let isLaptop = facts.panels.tabletMode == false
    // Without a tablet-mode switch, a difference proves nothing for an upright panel: the user may
    // hold the device turned.
    guard isLaptop || edges.property != .top else { return [] }
    func finding(_ id: String, _ meaning: String, _ remedy: [String]) -> [Finding] {
      .one(
        id, isLaptop ? .problem : .note, edges.words,
        at: UntrustedText(edges.name).name(columns: 80),
        meaning: isLaptop ? meaning : "if the device stands as it was built to stand: \(meaning)",
        remedy: remedy)
    }
    switch (sensor == edges.property, picture == edges.property, sensor == picture) {
    case (true, true, _):
      return .one(
        "panel-agrees", .ok, edges.words, at: UntrustedText(edges.name).name(columns: 80))
    case (true, false, _):
      return finding(
        "panel-compositor", "the compositor alone is wrong",
        [
          "swivel run turns it; without swivel, set the output's transform to "
            + "\(edges.property.transform.wireName)"
        ])
    case (false, true, _):
      return finding(
        "panel-matrix",
        "the mount matrix alone is wrong"
          + (sensor == .top
            ? ": it counts from the casing, and the hardware database wants it to count from the "
              + "panel as scanned out" : ""),
        ["run swivel doctor --pose: it finds the matrix from four poses"])
    case (false, false, true):
      return finding(
        "panel-property",
        "the kernel alone is wrong: console, greeter and other desktops are turned",
        [
          "swivel export \(sensor.proxyName) --output \(UntrustedText(edges.name).name(columns: 80)) "
            + "--for kernel"
        ])
    case (false, false, false):
      return finding(
        "panel-differs", "no two of the three agree",
        ["hold the device as it was built to stand, and ask again; then run swivel doctor --pose"])
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Configuration
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
  private struct Edges {
    let name: String
    let sensor: PanelEdge?
    let property: PanelEdge
    /// The edge that the compositor's transform shows upright; `nil` for a mirrored picture.
    let picture: PanelEdge?

    var words: Message {
      DoctorPhrase.edges(
        sensor.map { DoctorPhrase.edge($0) } ?? DoctorPhrase.unknownEdge(),
        DoctorPhrase.edge(property),
        picture.map { DoctorPhrase.edge($0) } ?? DoctorPhrase.mirroredEdge())
    }
  }

  static func findings(_ facts: Facts) -> [Finding] {
    let panels = facts.panels
    return unread(facts)
      + facts.compositor.outputs.filter { $0.enabled && panels.mounts.mounts[$0.name] != nil }
      .flatMap { output in
        mounted(output.name, facts) + reset(output.name, facts)
          + agreement(
            Edges(
              name: output.name, sensor: held(facts), property: panels.mounts.top(of: output.name),
              picture: PanelEdge(transform: output.transform)), facts)
      }
  }

  /// Returns the edge that is up, by Swivel's usable readings or, without any, by
  /// iio-sensor-proxy's first report; `nil` if unknown.
  private static func held(_ facts: Facts) -> PanelEdge? {
    if let probe = facts.sensors.readings, probe.counts.good > 0 { return probe.edge }
    guard case .reported(let word) = facts.proxy.claim else { return nil }
    return PanelEdge(proxyName: word)
  }

  private static func unread(_ facts: Facts) -> [Finding] {
    facts.panels.mounts.failures.map { failure in
      let converts = facts.panels.frames?.converts == true
      return Finding(
        "panel-unread", converts ? .problem : .note,
        DoctorPhrase.mountsUnread(UntrustedText(failure).name(columns: 80)),
        meaning: converts
          ? DoctorPhrase.countsCasing()
          : DoctorPhrase.countsPanel(),
        remedy: [DoctorPhrase.groupVideo()])
    }
  }

  private static func mounted(_ name: String, _ facts: Facts) -> [Finding] {
    guard let mount = facts.panels.mounts.mounts[name] else { return [] }
    let frames = facts.panels.frames.flatMap { $0.habit.isEmpty ? nil : $0 }
    return .one(
      "panel-mounted", .ok,
      mount.origin == .property
        ? DoctorPhrase.topByProperty(DoctorPhrase.edge(mount.top))
        : DoctorPhrase.topByCommandLine(DoctorPhrase.edge(mount.top)),
      at: UntrustedText(name).name(columns: 80),
      meaning: frames.map {
        DoctorPhrase.asScannedBut($0.compositor, $0.habit)
      } ?? DoctorPhrase.asScanned())
  }

  /// Returns a note if Mutter may reset the panel when tablet mode ends, and Swivel would not turn
  /// it back.
  ///
  /// From 49 on Mutter requests the panel's own orientation, converted from the casing's frame,
  /// when it stops managing the panel (mutter e3702100, src/backends/meta-monitor-manager.c).
  private static func reset(_ name: String, _ facts: Facts) -> [Finding] {
    // niri and phosh answer to Mutter's name on the bus as well, so the process decides.
    guard facts.panels.frames?.compositor == "GNOME",
      facts.panels.mounts.top(of: name) != .top,
      facts.configuration.configuration.otherWriters == .respect
    else { return [] }
    return .one(
      "panel-reset", .note, DoctorPhrase.mutterResets(), at: UntrustedText(name).name(columns: 80),
      remedy: [
        DoctorPhrase.overruleOthers("other-writers: overrule"),
        Message(ArbiterCheck.mutterLock),
      ])
  }

  private static func agreement(_ edges: Edges, _ facts: Facts) -> [Finding] {
    guard let sensor = edges.sensor, let picture = edges.picture else { return [] }
    let isLaptop = facts.panels.tabletMode == false
    let name = UntrustedText(edges.name).name(columns: 80)
    // Unless a switch reports that the device is no tablet, a difference proves nothing for a panel
    // that is mounted upright: the user may hold the device turned.
    guard isLaptop || edges.property != .top else { return [] }
    func finding(_ id: String, _ meaning: Message, _ remedy: [Message]) -> [Finding] {
      .one(
        id, isLaptop ? .problem : .note, edges.words, at: name,
        meaning: isLaptop ? meaning : DoctorPhrase.ifUpright(meaning), remedy: remedy)
    }
    switch (sensor == edges.property, picture == edges.property, sensor == picture) {
    case (true, true, _):
      return .one("panel-agrees", .ok, edges.words, at: name)
    case (true, false, _):
      return finding(
        "panel-compositor", DoctorPhrase.compositorWrong(),
        [
          DoctorPhrase.setTransform(edges.property.transform.wireName)
        ])
    case (false, true, _):
      return finding(
        "panel-matrix",
        sensor == .top
          ? DoctorPhrase.matrixCasing()
          : DoctorPhrase.matrixWrong(),
        [DoctorPhrase.runPose()])
    case (false, false, true):
      return finding(
        "panel-property",
        DoctorPhrase.kernelWrong(),
        [
          "swivel export \(sensor.proxyName) --output \(name) --for kernel"
        ])
    case (false, false, false):
      return finding(
        "panel-differs", DoctorPhrase.noneAgree(),
        [DoctorPhrase.standAsBuilt()])
    }
  }
}

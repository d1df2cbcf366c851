// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

/// The geometry of a picture: the device as it is held, and its screen.
struct Frame: Sendable, Hashable {
  /// The moment that the picture shows: before the event, during the rotation, or after the
  /// decision.
  enum Moment: Sendable, Hashable, CaseIterable {
    case before, during, after
  }

  struct Layer: Sendable, Hashable {
    var id: WindowID
    var name: String
    /// The rotation in degrees clockwise, relative to the device's top.
    var angle: Int
    var isHidden = false
    var isKey = false
    var isPage = false
    var isCulprit = false
    var isExempt = false
    var isMoving = false
    /// The size in thousandths of the screen's width and height, each from 150 to 1000; nil for the
    /// whole screen.
    var share: Size?
  }

  struct Bar: Sendable, Hashable {
    var angle: Int
    var isHidden: Bool
    var isMoving = false
  }

  let moment: Moment
  /// The name of the output that the picture shows; nil if there is only one, or the rule set
  /// rotates no outputs.
  let output: String?
  /// The rotation of the device, in degrees clockwise; the last upright one if no edge is up, and 0
  /// for an output that does not rotate with the device.
  let held: Int
  /// The words for a device that lies flat or whose orientation is unknown; nil if an edge is up.
  let edgeless: ReportPhrase?
  /// The screen's width in thousandths of its height, with the panel's top edge up.
  let aspect: Int
  /// The status bar; nil on desktops.
  var bar: Bar?
  /// The windows in the picture, from the bottom up.
  var layers: [Layer]

  private init(
    _ verdict: Verdict, _ moment: Moment, of output: Output?, culprits: [WindowID],
    turnsOutputs: Bool
  ) {
    let scene = moment == .before ? verdict.before : verdict.after
    self.moment = moment
    self.output = scene.outputs.count > 1 ? output?.name : nil
    // An output that does not rotate with the device, such as a monitor, is drawn upright.
    let device = output?.isManaged == false ? .portrait : scene.device.orientation
    let angle = Angle.of(device)
    held = angle ?? Angle.of(scene.device.felt) ?? 0
    edgeless = angle != nil ? nil : device == .unknown ? .unknownPose : .flat
    let panel = output?.panel ?? scene.device.panel
    let size = Self.size(scene.device, panel)
    aspect = Int(size.width) * 1000 / max(1, Int(size.height))
    bar = turnsOutputs ? nil : Self.bar(verdict, moment)
    layers = Self.layers(
      scene, verdict, moment, of: output, panel, culprits: moment == .before ? [] : culprits,
      turnsOutputs: turnsOutputs)
  }

  /// Returns the size of a device's screen with the panel's top edge up.
  private static func size(_ device: Device, _ panel: PanelNature) -> Size {
    panel == .portrait
      ? device.size : Size(width: device.size.height, height: device.size.width)
  }

  var isMoving: Bool { bar?.isMoving == true || layers.contains(where: \.isMoving) }

  /// Returns the frames of a decision, one list for each output; if there is no output or outputs
  /// do not rotate, one list for the device's screen.
  static func strips(
    _ verdict: Verdict, culprits: [WindowID], turnsOutputs: Bool
  ) -> [[Frame]] {
    let outputs: [Output?] = turnsOutputs ? verdict.after.outputs : []
    return (outputs.isEmpty ? [nil] : outputs).map {
      strip(verdict, of: $0, culprits: culprits, turnsOutputs: turnsOutputs)
    }
  }

  private static func strip(
    _ verdict: Verdict, of output: Output?, culprits: [WindowID], turnsOutputs: Bool
  ) -> [Frame] {
    func frame(_ moment: Moment) -> Frame {
      Frame(verdict, moment, of: output, culprits: culprits, turnsOutputs: turnsOutputs)
    }
    let (before, during, after) = (frame(.before), frame(.during), frame(.after))
    if during.isMoving { return [before, during, after] }
    return before.looksLike(after) ? [after] : [before, after]
  }

  private func looksLike(_ other: Frame) -> Bool {
    held == other.held && edgeless == other.edgeless && bar == other.bar
      && layers.map(\.plain) == other.layers.map(\.plain)
  }

  private static func bar(_ verdict: Verdict, _ moment: Moment) -> Bar {
    let panel = verdict.after.device.panel
    let before = Angle.of(verdict.before.statusBar.orientation, on: panel)
    let after = Angle.of(verdict.after.statusBar.orientation, on: panel)
    switch moment {
    case .before: return Bar(angle: before, isHidden: false)
    case .after: return Bar(angle: after, isHidden: verdict.hidesStatusBar)
    case .during:
      return Bar(angle: Angle.middle(before, after), isHidden: false, isMoving: before != after)
    }
  }

  private static func layers(
    _ scene: Scene, _ verdict: Verdict, _ moment: Moment, of output: Output?, _ panel: PanelNature,
    culprits: [WindowID], turnsOutputs: Bool
  ) -> [Layer] {
    func angle(_ window: Window, _ scene: Scene) -> Int {
      guard turnsOutputs else { return Angle.of(window.orientation, on: panel) }
      // On a desktop the outputs rotate as a whole, with their windows.
      let shown = scene.outputs.first { $0.id == output?.id }
      return Angle.of(shown?.orientation ?? .portrait, on: panel)
    }
    let main = (scene.outputs.first(where: \.isManaged) ?? scene.outputs.first)?.id
    func isShown(_ window: Window) -> Bool {
      !turnsOutputs || output == nil || (window.shell.output ?? main) == output?.id
    }
    let page = (moment == .before ? verdict.pageBefore : verdict.page)?.window
    let ordinary =
      scene.windows.filter(isShown).map { ($0, false) }
      + verdict.exempt.filter(isShown).map { ($0, true) }
    let sorted = ordinary.sorted { ($0.0.level, $0.0.id) < ($1.0.level, $1.0.id) }
    return sorted.map { window, isExempt in
      let to = angle(window, scene)
      let from =
        moment == .during
        ? verdict.before.window(window.id).map { angle($0, verdict.before) } ?? to
        : to
      return Layer(
        id: window.id, name: window.name, angle: Angle.middle(from, to),
        isHidden: window.isHidden || (turnsOutputs && window.shell.isMinimized),
        isKey: scene.keyWindow == window.id, isPage: page == window.id,
        isCulprit: culprits.contains(window.id), isExempt: isExempt,
        isMoving: from != to, share: share(window, size(scene.device, panel)))
    }
  }

  private static func share(_ window: Window, _ screen: Size) -> Size? {
    guard let size = window.size else { return nil }
    func part(_ length: Int32, _ whole: Int32) -> Int32 {
      min(1000, max(150, Int32(Int64(length) * 1000 / Int64(max(1, whole)))))
    }
    return Size(
      width: part(size.width, screen.width), height: part(size.height, screen.height))
  }
}

extension Frame.Layer {
  /// The layer without the mark of a culprit, for detecting visible changes.
  fileprivate var plain: Frame.Layer {
    var layer = self
    layer.isCulprit = false
    return layer
  }
}

/// Computations with angles in degrees clockwise on the screen, above -180 and up to 180, as in
/// SVG.
enum Angle {
  /// Returns the angle of a device; nil if it lies flat or its orientation is unknown (V-1).
  static func of(_ device: DeviceOrientation) -> Int? {
    switch device {
    case .portrait: 0
    case .portraitUpsideDown: 180
    case .landscapeLeft: -90
    case .landscapeRight: 90
    case .faceUp, .faceDown, .unknown: nil
    }
  }

  /// Returns the angle of content relative to the panel's top (V-5).
  static func of(_ interface: InterfaceOrientation, on panel: PanelNature) -> Int {
    let transform = interface.transform(on: panel) ?? .normal
    return switch InterfaceOrientation(transform: transform, on: .portrait) {
    case .portrait, .unknown: 0
    case .portraitUpsideDown: 180
    case .landscapeRight: 90
    case .landscapeLeft: -90
    }
  }

  static func folded(_ degrees: Int) -> Int {
    let turned = ((degrees % 360) + 360) % 360
    return turned > 180 ? turned - 360 : turned
  }

  /// Returns the angle in the middle of the shorter way; a half turn goes clockwise.
  static func middle(_ from: Int, _ to: Int) -> Int {
    folded(from + folded(to - from) / 2)
  }
}

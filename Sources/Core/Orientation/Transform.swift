// SPDX-License-Identifier: Apache-2.0

// Orientations, transforms and the geometry between them: values without state, and nothing else.
//
// Three types are kept apart. A `DeviceOrientation` is how a device is held, an
// `InterfaceOrientation` how content is shown on it, a `Transform` how a compositor transforms an
// output. The eight transforms form a group. Other programs' names and numbers are converted where
// they are read or written. Directions are panel edges, accelerations thousandths of g with
// Android's axes. Begin with `DeviceOrientation.interface`, then `InterfaceOrientation.transform`.

/// One of the eight wl_output transforms; the raw value is the protocol's.
///
/// Rotations count counter-clockwise as seen on the panel; a flipped value mirrors left and right
/// first and rotates afterwards.
public enum Transform: UInt8, CaseIterable, Sendable, Hashable {
  case normal = 0
  case rotated90 = 1
  case rotated180 = 2
  case rotated270 = 3
  case flipped = 4
  case flipped90 = 5
  case flipped180 = 6
  case flipped270 = 7

  /// Whether width and height are exchanged (the odd values).
  public var swapsDimensions: Bool { rawValue & 1 == 1 }

  /// Whether the picture is mirrored.
  public var isFlipped: Bool { rawValue >= 4 }

  /// The number of quarter turns counter-clockwise after the mirroring, 0 to 3.
  public var quarterTurns: Int { Int(rawValue & 3) }

  /// Creates a transform: a mirroring, then quarter turns counter-clockwise, modulo 4.
  public init(flipped: Bool, quarterTurns: Int) {
    let folded = UInt8(((quarterTurns % 4) + 4) % 4)
    self = Transform(rawValue: (flipped ? 4 : 0) + folded) ?? .normal
  }

  /// Converts a size from the content to the panel, or from the panel to the content.
  public func apply(to size: Size) -> Size { swapsDimensions ? size.swapped : size }

  /// Returns the position on the panel of a point of the content; `content` is the content's size.
  ///
  /// With the transform 90 the content's origin is at the panel's lower left corner.
  public func apply(to point: Point, in content: Size) -> Point {
    let x = isFlipped ? content.width &- point.x : point.x
    return switch quarterTurns {
    case 1: Point(x: point.y, y: content.width &- x)
    case 2: Point(x: content.width &- x, y: content.height &- point.y)
    case 3: Point(x: content.height &- point.y, y: x)
    default: Point(x: x, y: point.y)
    }
  }

  /// Returns the position on the panel of a rectangle of the content; `content` is the content's
  /// size.
  public func apply(to rectangle: Rectangle, in content: Size) -> Rectangle {
    let far = Point(
      x: rectangle.origin.x &+ rectangle.size.width, y: rectangle.origin.y &+ rectangle.size.height)
    let first = apply(to: rectangle.origin, in: content)
    let second = apply(to: far, in: content)
    return Rectangle(
      origin: Point(x: min(first.x, second.x), y: min(first.y, second.y)),
      size: apply(to: rectangle.size))
  }

  /// Returns the transform that applies this one first and then `next`.
  public func followed(by next: Transform) -> Transform {
    // Mirroring reverses the direction of the turns that precede it.
    let turns = next.isFlipped ? -quarterTurns : quarterTurns
    return Transform(flipped: isFlipped != next.isFlipped, quarterTurns: turns + next.quarterTurns)
  }

  /// The inverse transform; a flipped transform is its own inverse.
  public var inverse: Transform {
    isFlipped ? self : Transform(flipped: false, quarterTurns: -quarterTurns)
  }

  /// The transform with its turns counted clockwise, as in sway's commands.
  ///
  /// The result is not the inverse: flipped-90 becomes flipped-270 (swaywm/sway#4996).
  public var withDirectionReversed: Transform {
    Transform(flipped: isFlipped, quarterTurns: -quarterTurns)
  }
}

/// The names that another program uses for the eight transforms.
public enum TransformVocabulary: String, CaseIterable, Sendable {
  /// The names of wl_output and wlr-randr: degrees counter-clockwise.
  case wayland
  /// The names of sway's commands and IPC: degrees clockwise (swaywm/sway#4996).
  case sway
  /// The names of kscreen-doctor: none, left, inverted, right.
  case kscreen
  /// The names of xrandr: normal, left, inverted, right.
  case xrandr
  /// The names of mutter's monitors.xml: normal, left, upside_down, right.
  case gnome
  /// The names of android.view.Surface and Chromium: degrees by which content is rotated clockwise,
  /// 0 to 270.
  case android
}

extension Transform {
  private static let degrees = ["normal", "90", "180", "270"]
  private static let flippedDegrees = ["flipped", "flipped-90", "flipped-180", "flipped-270"]

  /// Returns the name in a vocabulary; `nil` for a flipped transform that has none.
  public func name(in vocabulary: TransformVocabulary) -> String? {
    switch vocabulary {
    case .wayland: wireName
    case .sway: withDirectionReversed.wireName
    case .kscreen: isFlipped ? nil : ["none", "left", "inverted", "right"][quarterTurns]
    case .xrandr: isFlipped ? nil : ["normal", "left", "inverted", "right"][quarterTurns]
    case .gnome: isFlipped ? nil : ["normal", "left", "upside_down", "right"][quarterTurns]
    case .android: isFlipped ? nil : ["0", "270", "180", "90"][quarterTurns]
    }
  }

  /// Creates the transform with a name in a vocabulary; `nil` for an unknown name.
  public init?(name: String, in vocabulary: TransformVocabulary) {
    let found = Self.allCases.first { $0.name(in: vocabulary) == name }
    guard let found else { return nil }
    self = found
  }

  /// The protocol's name: normal, 90, 180, 270, flipped, flipped-90 and so on.
  public var wireName: String {
    isFlipped ? Self.flippedDegrees[quarterTurns] : Self.degrees[quarterTurns]
  }
}

/// The edge of the panel, as natively scanned out, that points up.
public enum PanelEdge: UInt8, CaseIterable, Sendable, Hashable {
  case top = 0
  case left = 1
  case bottom = 2
  case right = 3

  /// The transform that makes content upright with this edge up: top 0, left 1, bottom 2, right 3.
  public var transform: Transform { Transform(rawValue: rawValue) ?? .normal }

  /// Creates the edge that is up when a transform makes content upright; `nil` for a flipped
  /// transform.
  public init?(transform: Transform) {
    guard !transform.isFlipped else { return nil }
    self.init(rawValue: transform.rawValue)
  }

  /// The name in JSON and in hooks: top, left, bottom, right.
  public var name: String {
    switch self {
    case .top: "top"
    case .left: "left"
    case .bottom: "bottom"
    case .right: "right"
    }
  }

  /// Creates the edge with a name; `nil` for an unknown name.
  public init?(name: String) {
    guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = value
  }

  /// Creates the edge from the degrees or xrandr name of its transform, or from iio-sensor-proxy's
  /// name; `nil` for any other text.
  public init?(word: String) {
    if let edge = Self(proxyName: word) ?? (word == "0" ? .top : nil) {
      self = edge
      return
    }
    let named =
      Transform(name: word, in: .wayland) ?? Transform(name: word, in: .xrandr)
    guard let edge = named.flatMap({ Self(transform: $0) }) else { return nil }
    self = edge
  }

  /// All accepted words for edges, grouped by edge.
  public static let words = [
    "normal", "0", "left", "90", "left-up", "inverted", "180", "bottom-up", "right", "270",
    "right-up",
  ]

  /// iio-sensor-proxy's name: normal, left-up, bottom-up, right-up.
  public var proxyName: String {
    switch self {
    case .top: "normal"
    case .left: "left-up"
    case .bottom: "bottom-up"
    case .right: "right-up"
    }
  }

  /// Creates the edge with iio-sensor-proxy's name; `nil` for `undefined` and any other text.
  public init?(proxyName: String) {
    guard let value = Self.allCases.first(where: { $0.proxyName == proxyName }) else { return nil }
    self = value
  }
}

/// Whether a panel, as natively scanned out, is portrait or landscape.
public enum PanelNature: String, CaseIterable, Sendable, Hashable {
  case portrait
  case landscape

  /// Creates the nature of a panel from its native mode; a square counts as landscape.
  public init(mode: Size) { self = mode.height > mode.width ? .portrait : .landscape }
}

/// The frame of reference in which a program counts an output's transforms.
///
/// Swivel, accelerometers with a correct mount matrix, and most compositors count from the panel as
/// scanned out. Some compositors count from the casing, in which a panel may be mounted rotated:
/// they add the kernel's `panel orientation` themselves. The frames differ only for rotated mounts.
public enum TransformFrame: String, CaseIterable, Sendable, Hashable {
  case panel
  /// Transforms count from the casing: `normal` is upright while the top of the casing is up.
  case casing

  /// Converts a transform that counts from the panel to this frame.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func transform(from panel: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? panel.followed(by: top.transform.inverse) : panel
  }

  /// Converts a transform of this frame to one that counts from the panel.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelTransform(from own: Transform, mountedWith top: PanelEdge) -> Transform {
    self == .casing ? own.followed(by: top.transform) : own
  }

  /// Converts the size of a mode or surface in this frame to the size on the panel.
  ///
  /// `top` is the panel's edge at the top of the casing.
  public func panelSize(from own: Size, mountedWith top: PanelEdge) -> Size {
    self == .casing ? top.transform.apply(to: own) : own
  }
}

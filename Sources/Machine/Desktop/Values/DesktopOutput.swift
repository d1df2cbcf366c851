// SPDX-License-Identifier: Apache-2.0
public import Orientation
import Text
import WaylandClient

/// The state of one output in the session's last complete report.
public struct DesktopOutput: Sendable, Hashable {
  /// The connector's name, unique among the outputs, for example `eDP-1`.
  public var name: String
  /// The compositor's description of the output, perhaps empty.
  public var description = ""
  /// The maker of the panel, perhaps empty.
  public var make = ""
  /// The model of the panel, perhaps empty.
  public var model = ""
  /// The serial number of the panel, empty if not reported.
  public var serial = ""
  /// The current transform, as the applier or wl_output reports it, counted from the panel as
  /// scanned out.
  public var transform = Transform.normal
  /// Physical pixels per logical pixel.
  public var scale = 1.0
  /// The top left corner in the layout, in logical pixels.
  public var logicalPosition = Point(x: 0, y: 0)
  /// The size in the layout: scaled and rotated, in logical pixels.
  public var logicalSize = Size(width: 0, height: 0)
  /// The size of the mode in physical pixels, before rotation; 0 if unknown.
  public var modeSize = Size(width: 0, height: 0)
  /// The refresh rate in mHz; 0 if unknown.
  public var modeRefresh: Int32 = 0
  /// The size of the panel in millimetres, before rotation; 0 if unknown.
  public var physicalSize = Size(width: 0, height: 0)
  /// Whether the output is part of the layout and, as far as the compositor reports it, not dark.
  public var enabled = false
  /// Whether the applier in use can rotate the output in its current state.
  public var canTurn = false

  /// The longest accepted name, in bytes.
  package static let longestName = 255

  /// Creates an output of which only the name is known.
  public init(name: String) { self.name = name }

  /// Whether the name can be a connector's: short, and of printable characters, so that messages
  /// may contain it unescaped.
  package var hasPlainName: Bool {
    (1...Self.longestName).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy(UntrustedText.isHarmless)
  }

  /// Whether the name can only be that of a panel built into the device.
  public var isInternal: Bool {
    ["eDP-", "LVDS-", "DSI-"].contains { name.hasPrefix($0) }
  }

  /// Returns whether a connector can be a built-in panel's as well as a monitor's.
  ///
  /// A display that the kernel drives without a driver of its own is `Unknown-1` (simpledrm).
  public static func isAmbiguous(connector name: String) -> Bool {
    ["Unknown-", "DPI-", "SPI-"].contains { name.hasPrefix($0) }
  }

  /// Whether the name is that of a headless, virtual or nested output, without a screen of its own.
  public var isHeadless: Bool {
    ["HEADLESS-", "Virtual-", "Meta-", "WL-"].contains { name.hasPrefix($0) }
  }
}

/// The circumstances in which a compositor itself rotates an output.
public enum AutoRotation: String, Sendable, Hashable, CaseIterable {
  /// The compositor never rotates the output.
  case never
  /// The compositor rotates the output while the device is in tablet mode.
  case inTabletMode = "in-tablet-mode"
  /// The compositor rotates the output whenever there is a sensor.
  case always

  /// The first version of kde_output_management_v2 with a request that sets the policy.
  public static let settableSince: UInt32 = 5
}

extension DesktopOutput {
  init(_ name: String, _ facts: OutputFacts) {
    self.init(name: name)
    description = facts.description
    make = facts.make
    model = facts.model
    transform = facts.transform
    scale = facts.exactScale
    logicalPosition = facts.logicalPosition ?? facts.position
    logicalSize = facts.size
    modeSize = facts.modeSize
    modeRefresh = facts.modeRefresh
    physicalSize = facts.physicalSize
    enabled = true
  }
}

// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Glibc
import Orientation
import Testing

@testable import Desktop

/// The kernel's `panel orientation`, from a directory in the place of the machine's `dev` and `proc`
/// and a kernel in the place of the DRM.
@Suite struct PanelMountsTests {
  /// A card that answers as include/uapi/drm/drm_mode.h describes.
  private struct Kernel {
    struct Connector {
      var type: UInt32
      var number: UInt32
      var properties: [(id: UInt32, value: UInt64)]
    }

    static let orientation: UInt32 = 70
    /// The kernel's order, which is not that of the transforms.
    static let words = ["Normal", "Upside Down", "Left Side Up", "Right Side Up"]
    var connectors: [Connector]

    func answer(_ request: UInt, _ address: UInt) -> Int32 {
      guard let argument = UnsafeMutableRawPointer(bitPattern: address) else {
        return request == 0x641F ? EACCES : EINVAL
      }
      func word(_ offset: Int) -> UInt32 { argument.load(fromByteOffset: offset, as: UInt32.self) }
      func pointer(_ offset: Int) -> UnsafeMutableRawPointer? {
        UnsafeMutableRawPointer(bitPattern: argument.load(fromByteOffset: offset, as: UInt.self))
      }
      func put(_ value: UInt32, _ offset: Int) {
        argument.storeBytes(of: value, toByteOffset: offset, as: UInt32.self)
      }
      func put(_ text: String, _ target: UnsafeMutableRawPointer) {
        for (index, byte) in text.utf8.enumerated() {
          target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        }
      }
      switch request {
      case 0xC040_64A0:
        for index in 0..<min(connectors.count, Int(word(40))) {
          pointer(16)?.storeBytes(
            of: UInt32(100 + index), toByteOffset: 4 * index, as: UInt32.self)
        }
        put(UInt32(connectors.count), 40)
      case 0xC050_64A7:
        // A probe for monitors would take seconds.
        guard word(32) == 1, pointer(8) != nil else { return EBUSY }
        let connector = connectors[Int(word(48)) - 100]
        put(connector.type, 52)
        put(connector.number, 56)
        for (index, property) in connector.properties.enumerated() {
          pointer(16)?.storeBytes(of: property.id, toByteOffset: 4 * index, as: UInt32.self)
          pointer(24)?.storeBytes(of: property.value, toByteOffset: 8 * index, as: UInt64.self)
        }
        put(UInt32(connector.properties.count), 36)
      case 0xC040_64AA:
        let isOurs = word(16) == Self.orientation
        put(isOurs ? "panel orientation" : "DPMS", argument + 24)
        guard let target = pointer(8) else { return EFAULT }
        let words = isOurs ? Self.words : ["On", "Left Side Up"]
        for (index, name) in words.enumerated() {
          target.storeBytes(of: UInt64(index), toByteOffset: 40 * index, as: UInt64.self)
          put(name, target + 40 * index + 8)
        }
        put(UInt32(words.count), 60)
      default: return ENOTTY
      }
      return 0
    }
  }

  private func read(
    _ connectors: [Kernel.Connector], commandLine: String = "quiet", folder: ScratchFolder
  ) throws -> PanelMounts {
    try folder.write("", to: "/dev/dri/card1")
    try folder.write("", to: "/dev/dri/renderD128")
    try folder.write(commandLine + "\n", to: "/proc/cmdline")
    let kernel = Kernel(connectors: connectors)
    return PanelMounts.read(root: folder.path) { _, request, address in
      kernel.answer(request, address)
    }
  }

  @Test(arguments: [
    (UInt64(0), PanelEdge.top), (1, .bottom), (2, .left), (3, .right),
  ])
  func thePropertyOfAConnectorIsRead(value: UInt64, edge: PanelEdge) throws {
    let mounts = try read(
      [
        Kernel.Connector(type: 14, number: 1, properties: [(7, 1), (Kernel.orientation, value)]),
        Kernel.Connector(type: 11, number: 2, properties: [(7, 1)]),
      ],
      commandLine: "video=HDMI-A-2:panel_orientation=upside_down", folder: ScratchFolder())
    #expect(mounts.mounts == ["eDP-1": PanelMounts.Mount(top: edge, origin: .property)])
    #expect(mounts.connectors == ["eDP-1", "HDMI-A-2"])
    #expect(mounts.top(of: "eDP-1") == edge && mounts.top(of: "HDMI-A-2") == .top)
    #expect(mounts.failures.isEmpty)
  }

  @Test func theCommandLineCountsWhereNoCardCanBeRead() throws {
    let folder = ScratchFolder()
    try folder.write(
      "root=/dev/vda1 video=eDP-1:panel_orientation=normal video=efifb:off "
        + "video=DSI-1:800x1280@60,rotate=90,panel_orientation=left_side_up "
        + "video=eDP-1:panel_orientation=right_side_up video=1024x768 video=LVDS-1:panel_orientation=up",
      to: "/proc/cmdline")
    let mounts = PanelMounts.read(root: folder.path)
    #expect(mounts.top(of: "eDP-1") == .right)
    #expect(mounts.top(of: "DSI-1") == .left)
    #expect(mounts.mounts["eDP-1"]?.origin == .commandLine)
    #expect(mounts.mounts["LVDS-1"] == nil && mounts.mounts.count == 2)
    #expect(mounts.failures.isEmpty)
    // The last one of a connector counts, also if it says nothing of that.
    try folder.write("video=DSI-1:panel_orientation=normal video=DSI-1:d", to: "/proc/cmdline")
    #expect(PanelMounts.read(root: folder.path).mounts.isEmpty)
  }

  @Test func aCardThatCannotBeReadIsNamed() throws {
    let folder = ScratchFolder()
    // A file is no card.
    try folder.write("", to: "/dev/dri/card0")
    try folder.write("video=eDP-1:panel_orientation=upside_down", to: "/proc/cmdline")
    let mounts = PanelMounts.read(root: folder.path)
    #expect(mounts.failures.count == 1)
    #expect(mounts.failures.first?.hasPrefix("\(folder.path)/dev/dri/card0: ") == true)
    #expect(mounts.top(of: "eDP-1") == .bottom)
    #expect(PanelMounts.read(root: "/nowhere") == PanelMounts([:]))
  }

  @Test func manyAndUnknownConnectorsAreWithinBounds() throws {
    let strange = Kernel.Connector(type: 99, number: 1, properties: [])
    let bad = Kernel.Connector(type: 14, number: 3, properties: [(Kernel.orientation, 17)])
    let mounts = try read(
      Array(repeating: strange, count: 300) + [bad], folder: ScratchFolder())
    #expect(mounts == PanelMounts([:]))
    let one = try read([strange, bad], folder: ScratchFolder())
    #expect(one.mounts.isEmpty && one.connectors == ["eDP-3"])
  }
}

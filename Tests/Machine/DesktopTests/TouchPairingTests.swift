// SPDX-License-Identifier: Apache-2.0
import Desktop
import Orientation
import Testing

/// The pairs of touch screens and panels on machines that have two of each.
@Suite struct TouchPairingTests {
  private func output(_ name: String, _ width: Int32 = 0, _ height: Int32 = 0) -> DesktopOutput {
    var output = DesktopOutput(name: name)
    output.enabled = true
    output.physicalSize = Size(width: width, height: height)
    return output
  }

  private func device(_ name: String, _ width: Int32 = 0, _ height: Int32 = 0) -> TouchDevice {
    TouchDevice(name: name, size: width > 0 ? Size(width: width, height: height) : nil)
  }

  private func pairs(_ pairing: TouchPairing) -> [String: String] {
    pairing.pairs.reduce(into: [:]) { $0[$1.device] = $1.output }
  }

  /// The sizes are those of the ASUS ZenBook Pro Duo UX581GV (linuxwacom/libwacom, pull request 186).
  @Test func panelsOfDifferentSizesArePairedBySize() {
    let pairing = TouchPairing(
      [device("ELAN 29A1", 345, 99), device("ELAN 29B6", 345, 194)],
      outputs: [output("eDP-1", 344, 193), output("DP-3", 344, 96)],
      turning: ["DP-3"])
    #expect(pairs(pairing) == ["ELAN 29A1": "DP-3", "ELAN 29B6": "eDP-1"])
    #expect(pairing.left.isEmpty)
  }

  @Test func aTouchScreenMountedSidewaysIsPaired() {
    let pairing = TouchPairing(
      [device("a", 120, 200), device("b", 90, 160)],
      outputs: [output("DSI-1", 200, 120), output("DSI-2", 90, 160)])
    #expect(pairs(pairing) == ["a": "DSI-1", "b": "DSI-2"])
  }

  @Test func twoEqualPanelsNeedTheConfiguration() {
    let devices = [device("ELAN9008", 302, 189), device("ELAN9009", 302, 189)]
    let outputs = [output("eDP-1", 300, 190), output("eDP-2", 300, 190)]
    let unknown = TouchPairing(devices, outputs: outputs)
    #expect(unknown.pairs.isEmpty && unknown.left == devices)
    // One assignment is enough: the other pair remains.
    let known = TouchPairing(devices, outputs: outputs, assigned: ["ELAN9008": "eDP-2"])
    #expect(pairs(known) == ["ELAN9008": "eDP-2", "ELAN9009": "eDP-1"])
  }

  @Test func aTouchScreenWithoutASizeGetsTheOnlyPanelLeft() {
    let one = TouchPairing([device("a")], outputs: [output("eDP-1", 300, 190)])
    #expect(pairs(one) == ["a": "eDP-1"])
    let two = TouchPairing([device("a")], outputs: [output("eDP-1"), output("eDP-2")])
    #expect(two.pairs.isEmpty && two.left == [device("a")])
    let sized = TouchPairing(
      [device("a"), device("b", 300, 190)],
      outputs: [output("eDP-1", 300, 190), output("eDP-2", 300, 80)])
    #expect(pairs(sized) == ["b": "eDP-1", "a": "eDP-2"])
  }

  @Test func aTouchScreenOfAnotherSizeIsNotPaired() {
    let pairing = TouchPairing([device("desk", 520, 320)], outputs: [output("eDP-1", 300, 190)])
    #expect(pairing.pairs.isEmpty)
    let nonsense = TouchPairing(
      [TouchDevice(name: "a", size: Size(width: .min, height: .max))],
      outputs: [output("eDP-1", .max, .min), output("eDP-2", 1, 1)])
    #expect(nonsense.pairs.isEmpty)
  }
}

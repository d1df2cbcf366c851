// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Orientation
import Testing

/// The outputs of sway's touch screens and pens; the devices are as sway 1.7 and later report them.
@Suite struct SwayTouchPlanTests {
  static let tablet = """
    [{"identifier": "1386:20921:Wacom_HID_51B9_Finger", "name": "Wacom HID 51B9 Finger",
      "vendor": 1386, "product": 20921, "type": "touch",
      "libinput": {"send_events": "enabled", "calibration_matrix": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]}},
     {"identifier": "1386:20921:Wacom_HID_51B9_Pen", "name": "Wacom HID 51B9 Pen",
      "vendor": 1386, "product": 20921, "type": "tablet_tool", "libinput": {"send_events": "enabled"}},
     {"identifier": "1386:890:Wacom_One_by_Wacom_S_Pen", "name": "Wacom One by Wacom S Pen",
      "vendor": 1386, "product": 890, "type": "tablet_tool", "libinput": {"send_events": "enabled"}},
     {"identifier": "1:1:AT_Translated_Set_2_keyboard", "name": "AT Translated Set 2 keyboard",
      "vendor": 1, "product": 1, "type": "keyboard", "libinput": {"send_events": "enabled"}},
     {"identifier": "1133:49948:Logitech_USB_Keyboard", "name": "Logitech USB Keyboard",
      "vendor": 1133, "product": 49948, "type": "keyboard", "libinput": {"send_events": "enabled"}},
     {"identifier": "2:14:ETPS/2_Elantech_Touchpad", "name": "ETPS/2 Elantech Touchpad",
      "vendor": 2, "product": 14, "type": "touchpad", "libinput": {"send_events": "enabled"}}]
    """

  private func inputs(_ text: String = tablet) throws -> [SwayInput] {
    SwayInput.list(try JSONValue.parse(text, file: "get_inputs"))
  }

  private func outputs(_ names: String...) -> [DesktopOutput] {
    names.map { name in
      var output = DesktopOutput(name: name)
      output.enabled = true
      return output
    }
  }

  /// A keyboard whose maker or product sway does not report is not the built-in one.
  @Test(arguments: [#""vendor": 1"#, #""product": 1"#, #""vendor": 1, "product": 2"#])
  func aKeyboardWithoutBothNumbersIsNotBuiltIn(numbers: String) throws {
    let found = try inputs(#"[{"type": "keyboard", \#(numbers)}]"#)
    #expect(found.map(\.isBuiltInKeyboard) == [false])
    #expect(try inputs(#"[{"type": "keyboard"}]"#).map { [$0.vendor, $0.product] } == [[0, 0]])
  }

  @Test func aPanelThatSwayKnowsNeedsNoCommands() throws {
    let plan = SwayTouchPlan(
      try inputs(), outputs: outputs("eDP-1", "DP-2"), turning: ["eDP-1"], configuration: "")
    #expect(plan.commands.isEmpty && plan.notes.isEmpty)
  }

  @Test func aPanelUnknownToSwayGetsItsTouchScreenAndPen() throws {
    let plan = SwayTouchPlan(
      try inputs(), outputs: outputs("DPI-1"), turning: ["DPI-1"], configuration: "")
    #expect(
      plan.commands == [
        #"input "1386:20921:Wacom_HID_51B9_Finger" map_to_output "DPI-1""#,
        #"input "1386:20921:Wacom_HID_51B9_Pen" map_to_output "DPI-1""#,
      ])
    #expect(plan.notes.isEmpty)
  }

  @Test func aMappingInSwaysConfigurationIsKept() throws {
    let line = "# input * map_to_output x\ninput type:touch map_to_output DPI-1\n"
    #expect(
      SwayTouchPlan(
        try inputs(), outputs: outputs("DPI-1"), turning: ["DPI-1"], configuration: line
      ).commands.isEmpty)
    #expect(!SwayTouchPlan.mapsTouch("# input * map_to_output x"))
  }

  @Test func anAmbiguousMappingIsReported() throws {
    let plan = SwayTouchPlan(
      try inputs(), outputs: outputs("DPI-1", "DPI-2"), turning: ["DPI-1", "DPI-2"],
      configuration: "")
    #expect(plan.commands.isEmpty)
    #expect(plan.notes.first?.contains("`touch: [") == true)
  }

  @Test func aPanelThatIsOffIsNamed() throws {
    let dark = DesktopOutput(name: "DPI-1")
    let plan = SwayTouchPlan(try inputs(), outputs: [dark], turning: [], configuration: "")
    #expect(plan.commands.isEmpty)
    #expect(
      plan.notes == [
        "no output that turns is on (off: \"DPI-1\"), so 1 touch screen will be mapped once one is "
          + "on"
      ])
    let panels = outputs("DPI-1", "DPI-2")
    let several = SwayTouchPlan(
      try inputs(), outputs: panels, turning: panels.map(\.name), configuration: "")
    #expect(several.notes.first?.contains("not know to which output the touch screen") == true)
  }

  /// Two panels that sway cannot tell apart, each with a touch screen, one with a pen.
  private static let duo = """
    [{"identifier": "1267:16987:Upper", "name": "Upper", "vendor": 1267, "product": 16987,
      "type": "touch"},
     {"identifier": "1267:16986:Lower", "name": "Lower", "vendor": 1267, "product": 16986,
      "type": "touch"},
     {"identifier": "1267:16986:Lower_Stylus", "name": "Lower Stylus", "vendor": 1267,
      "product": 16986, "type": "tablet_tool"}]
    """

  @Test func twoPanelsGetTheTouchScreensOfTheirSizes() throws {
    var panels = outputs("eDP-1", "eDP-2")
    panels[0].physicalSize = Size(width: 344, height: 193)
    panels[1].physicalSize = Size(width: 344, height: 96)
    let sizes = ["Upper": Size(width: 345, height: 194), "Lower": Size(width: 345, height: 99)]
    let plan = SwayTouchPlan(
      try inputs(Self.duo), outputs: panels, turning: ["eDP-1"], configuration: "", sizes: sizes)
    #expect(
      plan.commands == [
        #"input "1267:16987:Upper" map_to_output "eDP-1""#,
        #"input "1267:16986:Lower" map_to_output "eDP-2""#,
        #"input "1267:16986:Lower_Stylus" map_to_output "eDP-2""#,
      ])
    let unknown = SwayTouchPlan(
      try inputs(Self.duo), outputs: panels, turning: ["eDP-1"], configuration: "")
    #expect(unknown.commands.isEmpty && unknown.notes.count == 2)
  }

  @Test func aConfiguredAssignmentTakesPrecedence() throws {
    let panels = outputs("eDP-1", "HDMI-A-1")
    let plan = SwayTouchPlan(
      try inputs(Self.duo), outputs: panels, turning: ["eDP-1"], configuration: "",
      assigned: ["Lower": "HDMI-A-1"])
    // The other touch screen is left to sway, which maps it to the only built-in panel.
    #expect(
      plan.commands == [
        #"input "1267:16986:Lower" map_to_output "HDMI-A-1""#,
        #"input "1267:16986:Lower_Stylus" map_to_output "HDMI-A-1""#,
      ])
    #expect(plan.notes.isEmpty)
  }

  @Test func aCalibratedTouchScreenIsNotMapped() throws {
    let turned = Self.tablet.replacing(
      "[1.0, 0.0, 0.0, 0.0, 1.0, 0.0]", with: "[0.0, -1.0, 1.0, 1.0, 0.0, 0.0]")
    let plan = SwayTouchPlan(
      try inputs(turned), outputs: outputs("DPI-1"), turning: ["DPI-1"], configuration: "")
    #expect(plan.commands.map { $0.contains("Pen") } == [true])
    #expect(plan.notes.map { $0.contains("turns Wacom HID 51B9 Finger; ") } == [true])
    // A drawing tablet beside the panel is not rotated.
    let plain = #""product": 890, "type": "tablet_tool", "libinput": {"#
    let tablet = Self.tablet.replacing(
      plain, with: plain + #""calibration_matrix": [2, 0, 0, 0, 1, 0], "#)
    let beside = SwayTouchPlan(
      try inputs(tablet), outputs: outputs("DPI-1"), turning: ["DPI-1"], configuration: "")
    #expect(beside.commands.count == 2 && beside.notes.isEmpty)
  }

  @Test func onlyTheDevicesOwnKeyboardIsBuiltIn() throws {
    let found = try inputs()
    #expect(
      found.filter(\.isBuiltInKeyboard).map(\.identifier) == ["1:1:AT_Translated_Set_2_keyboard"])
    #expect(found.filter(\.isTouchpad).count == 1)
  }

  @Test func deviceNamesThatWouldInjectCommandsAreOmitted() throws {
    let evil = #"[{"identifier": "1:2:x\"; exec touch /tmp/x", "type": "touch"}]"#
    let plan = SwayTouchPlan(
      try inputs(evil), outputs: outputs("DPI-1"), turning: ["DPI-1"], configuration: "")
    #expect(plan.commands.isEmpty)
  }
}

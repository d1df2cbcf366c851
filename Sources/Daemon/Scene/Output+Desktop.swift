// SPDX-License-Identifier: Apache-2.0
import Orientation
import Arbitration
import Desktop
import Scenarios

extension Output {
  /// The arbiter's view of an output that has just been seen.
  init(_ output: DesktopOutput, id: OutputID, _ configuration: Configuration) {
    self.init(
      id: id, name: output.name, panel: output.nativePanel,
      isManaged: configuration.manages(output: output.name, isBuiltIn: output.isBuiltIn),
      transform: output.transform)
  }
}

extension DesktopOutput {
  /// Whether it turns with the device unless somebody says otherwise (W-3).
  var isBuiltIn: Bool { isInternal || isHeadless }

  /// The panel's own shape, from the mode or, without one, from the layout turned back.
  var nativePanel: PanelNature {
    let hasMode = modeSize.width > 0 && modeSize.height > 0
    return PanelNature(mode: hasMode ? modeSize : transform.apply(to: logicalSize))
  }
}

// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Orientation

extension Output {
  /// The arbiter's view of an output that has just been seen.
  ///
  /// `initial` is what is given back at the end; nil means what it shows now.
  init(
    _ output: DesktopOutput, id: OutputID, initial: Transform? = nil,
    _ configuration: Configuration
  ) {
    let policy = configuration.policy(forOutput: output.name, isBuiltIn: output.isBuiltIn)
    self.init(
      id: id, name: output.name, panel: output.nativePanel, isManaged: policy == .auto,
      transform: output.transform, initial: initial, course: OutputCourse(policy),
      overrulesOthers: configuration.otherWriters == .overrule)
  }
}

extension OutputCourse {
  fileprivate init?(_ policy: OutputPolicy) {
    switch policy {
    case .auto, .leave: return nil
    case .fixed(let transform): self = .fixed(transform)
    case .follow(let name): self = .follow(name)
    }
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

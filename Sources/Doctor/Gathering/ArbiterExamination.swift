// SPDX-License-Identifier: Apache-2.0
import Bus

/// Looks for others that turn the screen: processes, KWin and Mutter.
enum ArbiterExamination {
  static func facts(_ sessionBus: BusAddress, processes root: String) -> ArbiterFacts {
    var facts = ArbiterFacts(processes: ProcessList(root: root).arbiters)
    do throws(BusError) {
      let dialogue = try BusDialogue(sessionBus)
      defer { dialogue.close() }
      facts.hasKWin = try dialogue.isOwned("org.kde.KWin")
      let mutter = "org.gnome.Mutter.DisplayConfig"
      if try dialogue.isOwned(mutter) {
        facts.mutterManagesOrientation =
          dialogue.property(
            "PanelOrientationManaged", of: mutter, at: "/org/gnome/Mutter/DisplayConfig",
            in: mutter)?.boolean
      }
    } catch {
      facts.busFailure = "\(error)"
    }
    return facts
  }
}

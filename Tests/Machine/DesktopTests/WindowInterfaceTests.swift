// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Desktop

/// The consistency of the table of facts about windows.
@Suite struct WindowInterfaceTests {
  @Test func everyDesktopNamesAKnownInterface() {
    for row in DesktopKnowledge.table {
      guard let interface = row.interface else { continue }
      #expect(WindowInterface.all.contains(interface), "\(row.desktop)")
      #expect(row.knows.isSuperset(of: interface.knows), "\(row.desktop)")
    }
    for interface in WindowInterface.all {
      #expect(DesktopKnowledge.table.contains { $0.interface == interface }, "\(interface.name)")
    }
    let keys = DesktopKnowledge.table.map { "\($0.process) \($0.interface?.name ?? "")" }
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyUsedFactIsKnownOrMissing() {
    let knows: WindowKnowledge = [.focus, .appID]
    #expect(knows.names == ["app id", "focus"])
    #expect(knows.names.count + knows.missingNames.count == WindowKnowledge.named.count)
  }

  /// A verdict names only the missing facts that make a hidden window look like a shown one.
  @Test func anInterfacesMissingFactsAreNamed() throws {
    let words = { (process: String, interface: WindowInterface?) in
      DesktopKnowledge.row(process: process, by: interface).untold
    }
    let labwc = try #require(words("labwc", .wlr))
    #expect(labwc.hasPrefix("zwlr_foreign_toplevel_manager_v1") && labwc.contains("here: hidden;"))
    #expect(try #require(words("phoc", .wlr)).contains("here: minimised, hidden;"))
    #expect(try #require(words("x", .toplevelList)).contains("focus, minimised, hidden;"))
    #expect(words("sway", .sway) == nil && words("gnome-shell", nil) == nil)
  }
}

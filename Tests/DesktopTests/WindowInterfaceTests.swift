// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Desktop

/// The table of what is known of windows holds together.
@Suite struct WindowInterfaceTests {
  @Test func eachRowNamesAnInterfaceThatIsOffered() {
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

  @Test func namesArePartedIntoKnownAndMissing() {
    let knows: WindowKnowledge = [.focus, .appID]
    #expect(knows.names == ["app id", "focus"])
    #expect(knows.names.count + knows.missingNames.count == WindowKnowledge.used.count)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtocolXML
import Testing

@Suite struct MarkerTests {
  @Test func markersAndProtocolFilesAgree() throws {
    let folder = "Sources/WaylandClient/Protocols"
    let markers = try PackageFiles.names(in: folder, suffix: ".protocol").map { name in
      (name: name, text: try PackageFiles.text(folder + "/" + name))
    }
    let files = try PackageFiles.names(in: "protocols", suffix: ".xml")
    #expect(MarkerCheck.complaints(markers: markers, protocolFiles: files) == [])
  }

  @Test func complaintsSayWhatToDo() {
    let complaints = MarkerCheck.complaints(
      markers: [("a.protocol", "package protocols/a.xml"), ("b.protocol", "somewhere b.xml")],
      protocolFiles: ["c.xml"])
    #expect(complaints.count == 3)
    #expect(complaints[0].contains("restore the file or remove the marker"))
    #expect(complaints[1].hasPrefix("b.protocol must hold one line"))
    #expect(complaints[2].contains("add c.protocol here"))
  }

  @Test func markersAreReadStrictly() {
    #expect(ProtocolMarker("# why\nwayland wayland.xml\n")?.source == .wayland)
    #expect(ProtocolMarker("unused package protocols/a.xml")?.isUsed == false)
    #expect(ProtocolMarker("unused") == nil)
    #expect(ProtocolMarker("") == nil)
    #expect(ProtocolMarker("package a.xml\npackage b.xml") == nil)
    #expect(ProtocolMarker("package /etc/a.xml") == nil)
  }
}

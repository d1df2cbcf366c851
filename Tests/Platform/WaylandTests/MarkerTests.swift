// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import XML

@Suite struct MarkerTests {
  @Test func markersAndProtocolFilesAgree() throws {
    let folder = "Sources/Platform/WaylandClient/Protocols"
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
    #expect(complaints[1].hasPrefix("b.protocol must begin with a line"))
    #expect(complaints[2].contains("add c.protocol here"))
  }

  @Test func markersAreReadStrictly() {
    #expect(ProtocolMarker("# why\nwayland wayland.xml\n")?.source == .wayland)
    #expect(ProtocolMarker("unused package protocols/a.xml")?.isUsed == false)
    #expect(ProtocolMarker("unused") == nil)
    #expect(ProtocolMarker("") == nil)
    #expect(ProtocolMarker("package a.xml\npackage b.xml") == nil)
    #expect(ProtocolMarker("package /etc/a.xml") == nil)
    let limited = ProtocolMarker("wayland wayland.xml\n# Debian 12\nwl_seat 8\nwl_output 4\n")
    #expect(limited?.versions == ["wl_seat": 8, "wl_output": 4])
    for wrong in ["wl_seat", "wl_seat 0", "wl_seat x", "wl_seat 8\nwl_seat 9", "wl_seat 8 9"] {
      #expect(ProtocolMarker("wayland wayland.xml\n\(wrong)") == nil)
    }
  }
}

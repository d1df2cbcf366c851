// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import XML

/// Protocol files that are newer than the code do not change the generated code.
@Suite struct NewerProtocolTests {
  static let markers = ["Client", "Server"].flatMap { side in
    [
      "wayland", "xdg-shell", "xdg-output-unstable-v1", "viewporter", "fractional-scale-v1",
      "primary-selection-unstable-v1", "xdg-activation-v1",
    ].map { "Sources/Platform/Wayland\(side)/Protocols/\($0).protocol" }
  }.filter { FileManager.default.fileExists(atPath: PackageFiles.url($0).path) }

  private let place = SourcePosition(line: 1, column: 1)

  /// Returns a later version with every possible addition to every interface.
  private func grown(_ description: ProtocolDescription) -> ProtocolDescription {
    var result = description
    for index in result.interfaces.indices {
      result.interfaces[index].version += 1
      let since = result.interfaces[index].version
      let created = ArgumentDescription(name: "id", kind: .newObject, interface: "made_up_v9")
      let number = ArgumentDescription(name: "way", kind: .uint, enumeration: "made_up")
      result.interfaces[index].requests += [
        MessageDescription(
          name: "made_up", since: since, isDestructor: false, arguments: [created], position: place)
      ]
      result.interfaces[index].events += [
        MessageDescription(
          name: "made_up", since: since, isDestructor: false, arguments: [number], position: place)
      ]
      let entry = EnumerationEntry(name: "made_up", value: 4242, since: since)
      for enumeration in result.interfaces[index].enumerations.indices {
        result.interfaces[index].enumerations[enumeration].entries.append(entry)
      }
    }
    result.interfaces.append(
      InterfaceDescription(name: "made_up_v9", version: 1, position: place))
    return result
  }

  /// Returns the code that is generated at these versions.
  private func lines(
    _ description: ProtocolDescription, _ versions: [String: Int], _ side: GenerationSide
  ) throws -> [String] {
    SwiftGenerator.generate(try description.limited(to: versions, file: "made-up.xml"), side: side)
      .components(separatedBy: "\n")
  }

  @Test(arguments: markers)
  func newerProtocolsAddOnlyEnumerationEntries(_ path: String) throws {
    let marker = try #require(ProtocolMarker(PackageFiles.text(path)))
    let today = try PackageFiles.parse(
      URL(fileURLWithPath: PackageFiles.file(of: marker)))
    let later = grown(today)
    for side in GenerationSide.allCases {
      let before = try lines(today, marker.versions, side)
      for change in try lines(later, marker.versions, side).difference(from: before) {
        guard case .insert(_, let line, _) = change else {
          Issue.record("\(change) is gone")
          continue
        }
        #expect(
          line.contains("static let madeUp = Self(rawValue: 4242)")
            || line.contains("/// The entry `made_up`") || line.isEmpty)
      }
      // Without the marker's versions all additions would be generated.
      #expect(try lines(later, [:], side).contains { $0.contains("case madeUp") })
    }
  }

  @Test func everySystemProtocolIsLimitedToItsVersions() throws {
    for side in ["Client", "Server"] {
      let folder = "Sources/Platform/Wayland\(side)/Protocols"
      for name in try PackageFiles.names(in: folder, suffix: ".protocol") {
        let marker = try #require(ProtocolMarker(PackageFiles.text("\(folder)/\(name)")))
        #expect(marker.versions.isEmpty == (marker.source == .package), "\(name)")
      }
    }
  }

  @Test func anImpossibleVersionLimitIsReported() throws {
    let tiny = try PackageFiles.parse(
      PackageFiles.url("Tests/Platform/WaylandTests/Facts/tiny.xml"))
    #expect {
      try tiny.limited(to: ["tiny_lamp_v1": 2], file: "tiny.xml")
    } throws: { error in
      "\(error)".hasPrefix("tiny.xml:34:")
        && "\(error)".contains(
          "'tiny_lamp_v1.gone' of version 1 comes after a message that is newer")
    }
    #expect {
      try tiny.limited(to: ["tiny_sun_v1": 2], file: "tiny.xml")
    } throws: {
      "\($0)".contains("no interface 'tiny_sun_v1', of which version 2 is asked for")
    }
    let bulb = try tiny.limited(to: ["tiny_bulb_v1": 7], file: "tiny.xml").interfaces
    #expect(bulb.map(\.name) == ["tiny_bulb_v1"] && bulb.map(\.version) == [1])
  }
}

// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import Doctor

@Suite struct HardwareDatabaseTests {
  @Test func matrixLinesAreFoundWithTheirRecords() {
    let database = HardwareDatabase(
      """
      # ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1
      sensor:modalias:acpi:A*:dmi:*svnX:*
      sensor:modalias:acpi:B*:dmi:*svnX:*
       ACCEL_MOUNT_MATRIX=0, -1, 0; -1, 0, 0; 0, 0, 1

      sensor:modalias:acpi:C*:dmi:*
       ACCEL_LOCATION=base
       ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 1, 0
      sensor:modalias:acpi:D*
      \tACCEL_MOUNT_MATRIX=1, 0; 0, 1  # short
       XACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1
      """)
    #expect(database.entries.map(\.line) == [4, 8, 10])
    #expect(database.entries.first?.pattern == "sensor:modalias:acpi:A*:dmi:*svnX:*")
    #expect(database.reflections == 1 && database.singular == 1 && database.unreadable == 1)
    #expect(database.rotations == 0)
    let findings = database.findings(file: "a.hwdb")
    #expect(findings.map(\.id) == ["hwdb-counts", "hwdb-singular", "hwdb-unreadable"])
    #expect(findings[1].place == "a.hwdb:8")
    #expect(findings[1].meaning.contains("acpi:C"))
  }

  @Test(arguments: ["", "\0\0", "ACCEL_MOUNT_MATRIX=", " ACCEL_MOUNT_MATRIX", "\u{1b}[31m"])
  func textWithoutRecordsHasNoEntries(text: String) {
    let findings = HardwareDatabase(text).findings(file: "x")
    #expect(findings.map(\.id) == ["hwdb-counts"])
    #expect(findings[0].severity == .note)
  }

  /// The system's own file, against an independent and shorter parser.
  @Test func theInstalledDatabaseMatchesAnIndependentParser() throws {
    let path = HardwareDatabase.path(for: "installed")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var signs: [Int: Int] = [:]
    for line in text.components(separatedBy: .newlines) {
      let parts = line.components(separatedBy: " ACCEL_MOUNT_MATRIX=")
      guard parts.count == 2, parts[0].isEmpty else { continue }
      let m = parts[1].components(separatedBy: CharacterSet(charactersIn: ",;"))
        .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
      try #require(m.count == 9, "\(line)")
      // The rule of Sarrus.
      let value =
        m[0] * m[4] * m[8] + m[1] * m[5] * m[6] + m[2] * m[3] * m[7] - m[2] * m[4] * m[6]
        - m[0] * m[5] * m[7] - m[1] * m[3] * m[8]
      signs[value == 0 ? 0 : value > 0 ? 1 : -1, default: 0] += 1
    }
    let database = try HardwareDatabase.load(path: path)
    #expect(database.entries.count == signs.values.reduce(0, +))
    #expect(database.rotations == signs[1])
    #expect(database.reflections == signs[-1])
    #expect(database.singular == signs[0] ?? 0)
    #expect(database.unreadable == 0)
    #expect(database.entries.count >= 150)
    guard Self.udevVersion == 252 else { return }
    #expect(database.entries.count == 203)
    #expect(database.reflections == 154 && database.rotations == 47 && database.singular == 2)
  }

  /// The version in the name of udev's package, from dpkg's own list; nil where there is none.
  private static var udevVersion: Int? {
    let status = (try? String(contentsOfFile: "/var/lib/dpkg/status", encoding: .utf8)) ?? ""
    let record = status.components(separatedBy: "\n\n").first { $0.hasPrefix("Package: udev\n") }
    let line = record?.components(separatedBy: "\n").first { $0.hasPrefix("Version: ") }
    return line.flatMap { Int($0.dropFirst("Version: ".count).prefix { $0.isNumber }) }
  }
}

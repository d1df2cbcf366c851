// SPDX-License-Identifier: Apache-2.0
import Configuration
import Fixtures
import Formats
import Orientation
import Sensing
import Sensors
import Testing

@testable import Doctor

@Suite struct PoseTests {
  /// The 24 ways of exchanging and reversing axes that keep handedness, and the 24 that do not.
  static let matrices: [MountMatrix] = {
    var result: [MountMatrix] = []
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for signs in 0..<8 {
        let rows = (0..<3).map { row in
          (0..<3).map { $0 == order[row] ? (signs >> row & 1 == 0 ? "1" : "-1") : "0" }
            .joined(separator: ",")
        }
        if let matrix = MountMatrix(rows.joined(separator: ";")) { result.append(matrix) }
      }
    }
    return result
  }()

  /// Returns the readings of a sensor with this mount matrix: its transpose is its inverse.
  private static func readings(_ matrix: MountMatrix, lean: Double = 1.5) -> PoseReadings {
    let g = 9.80665
    let wanted: [(PanelEdge, SIMD3<Double>)] = [
      (.top, SIMD3(0, -g, lean)), (.left, SIMD3(g, 0.4, lean)), (.bottom, SIMD3(-0.3, g, lean)),
      (.right, SIMD3(-g, 0, lean)),
    ]
    var result = PoseReadings()
    let m = matrix.elements
    for (edge, v) in wanted {
      result[edge] = SIMD3(
        m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
        m[2] * v.x + m[5] * v.y + m[8] * v.z)
    }
    return result
  }

  @Test(arguments: PoseTests.matrices) func everyMountingIsFoundFromFourPoses(mounted: MountMatrix)
    throws
  {
    let readings = Self.readings(mounted)
    guard case .matrix(let found) = PoseSolution(readings) else {
      Issue.record("\(PoseSolution(readings))")
      return
    }
    // z is ambiguous; x and y count.
    #expect(found.elements.prefix(6) == mounted.elements.prefix(6))
    #expect(found.determinant == 1)
    for (_, edge) in Pose.names {
      let reading = try #require(readings[edge])
      #expect(found.edge(of: reading) == edge)
    }
    let identity = SensorIdentity(name: "iio:device0")
    #expect(
      PoseCheck(readings, system: mounted, of: identity).findings.map(\.id) == ["pose-right"])
  }

  @Test func correctlyMountedReadingsGiveTheIdentity() throws {
    // x is +1 g with the left edge up, y -1 g with the top edge up: nothing to correct.
    let readings = try PoseReadings(
      Array("top 0 -9.8 0\nleft 9.8 0 0\nbottom 0 9.8 0\nright -9.8 0 0\n".utf8), file: "p")
    #expect(PoseSolution(readings) == .matrix(.identity))
  }

  @Test func aWrongMatrixGivesTheLinesToAdd() throws {
    let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
    let identity = SensorIdentity(
      name: "iio:device3", modalias: "acpi:KIOX000A:KIOX000A:",
      dmi: "dmi:bvnX:bvr1:bd01/01/2020:svnACME:pnTab*10:pvr1:rvnACME:")
    let findings = PoseCheck(Self.readings(matrix), system: .identity, of: identity).findings
    let finding = try #require(findings.first)
    #expect(finding.id == "pose-wrong" && finding.severity == .problem)
    #expect(finding.remedy.contains("sensor:modalias:acpi:KIOX000A*:dmi:*svnACME:*pnTab?10:*"))
    #expect(finding.remedy.contains(" ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1"))
    #expect(finding.remedy.contains("systemd-hwdb update"))
    #expect(finding.remedy.contains { $0.hasPrefix("udevadm trigger") && $0.contains("device3") })
  }

  /// A correction after the system's matrix makes the poses right, whatever that matrix is.
  @Test(
    arguments: PoseTests.matrices,
    [
      "1, 0, 0; 0, 1, 0; 0, 0, 1", "0, 1, 0; 1, 0, 0; 0, 0, 1", "-1, 0, 0; 0, 0, 1; 0, 1, 0",
    ]) func theConfiguredMatrixCorrectsTheSystemsMatrix(mounted: MountMatrix, text: String) throws
  {
    let system = try #require(MountMatrix(text))
    let readings = Self.readings(mounted)
    let identity = SensorIdentity(name: "iio:device0")
    let check = PoseCheck(readings, system: system, of: identity, path: "/c.yaml")
    guard let correction = check.correction else {
      #expect(check.findings.map(\.id) == ["pose-right"])
      return
    }
    #expect(correction.determinant == 1)
    #expect(check.findings[0].remedy.contains("  matrix: \(correction.list)"))
    #expect(check.findings[0].remedy.contains { $0.contains("/c.yaml") })
    var placement = SensorPlacement()
    placement.display.correction = correction
    let again = PoseCheck(readings, system: system, placement: placement, of: identity)
    #expect(again.findings.map(\.id) == ["pose-right"] && again.correction == nil)
  }

  @Test(arguments: [
    (["right-up", "normal", "left-up", "bottom-up"], "[0, -1, 0, 1, 0, 0, 0, 0, 1]"),
    (["normal", "right-up", "bottom-up", "left-up"], "[-1, 0, 0, 0, 1, 0, 0, 0, -1]"),
    (["normal", "normal", "bottom-up", "left-up"], nil), (["normal", "undefined"], nil),
  ])
  func wrongProxyOrientationsGiveTheConfigurationLines(said: [String], matrix: String?) throws {
    var words = PoseWords()
    for ((_, edge), word) in zip(Pose.names, said) { words[edge] = word }
    #expect(words.correction?.list == matrix)
    let finding = words.finding(hasRightMatrix: nil)
    #expect(finding.id == "pose-proxy-wrong")
    #expect(finding.remedy.contains("sensor:") == (matrix != nil))
    guard let correction = words.correction else { return }
    var placement = SensorPlacement()
    placement.display.correction = correction
    #expect(words.finding(hasRightMatrix: nil, placement: placement).id == "pose-proxy-right")
  }

  @Test func hwdbPatternsHandleLabelsAndMissingTexts() {
    let labelled = SensorIdentity(name: "d", label: "accel-display", modalias: "of:Nx", dmi: "")
    #expect(labelled.pattern == "sensor:accel-display:modalias:of:Nx*")
    #expect(SensorIdentity(name: "d").pattern == "sensor:modalias:*")
    #expect(
      SensorIdentity(name: "d", modalias: "a\u{1b}*", dmi: ":::").pattern
        == "sensor:modalias:a??*:dmi:*")
  }

  @Test(arguments: [
    "top 0 0 0\nleft 0 0 0\nbottom 0 0 0\nright 0 0 0",
    "top 0 0 9.8\nleft 0 0 9.8\nbottom 0 0 9.8\nright 0 0 9.8",
    "top 0 -9.8 0\nleft 0 -9.8 0\nbottom 0 9.8 0\nright 0 9.8 0",
    "top 0 -9.8 0\nleft 90 0 0\nbottom 0 9.8 0\nright -9.8 0 0",
    "top 0 -9.8 0\nleft 9.8 0 0\nbottom 0 -9.8 0\nright -9.8 0 0",
    "top 7 -7 0\nleft 7 7 0\nbottom -7 7 0\nright -7 -7 0",
  ])
  func inconsistentReadingsGiveNoMatrix(text: String) throws {
    let readings = try PoseReadings(Array(text.utf8), file: "p")
    let findings = PoseCheck(
      readings, system: .identity, of: SensorIdentity(name: "d")
    ).findings
    #expect(findings.map(\.id) == ["pose-unusable"])
  }

  @Test(arguments: [
    ("", "no reading for top"), ("north 1 2 3", "\"north\""), ("top 1 2", "no three numbers"),
    ("top 1 nan 2", "no three numbers"), ("top 1 2 1e99", "no three numbers"),
    ("top 1 2 3\ntop 1 2 3", "p:2:1: found top a second time"), ("\0\0\u{ff}", "found"),
    ("top 1 2 3 4", "no three numbers"),
  ])
  func mistakesInAReadingsFileAreNamed(text: String, words: String) {
    let error = #expect(throws: InputError.self) {
      try PoseReadings(Array(text.utf8), file: "p")
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  /// On a desktop that takes the mount out nobody sees the screen "without any rotation".
  @Test func aPanelMountedTurnedIsDescribedByItsCasing() throws {
    #expect(!Pose.request(.left).contains("casing"))
    #expect(Pose.request(.right, mountedWith: .right).contains("(the top edge of the casing)"))
    #expect(Pose.request(.top, mountedWith: .right).contains("(the left edge of the casing)"))
    #expect(Pose.request(.left, mountedWith: .bottom).contains("(the right edge of the casing)"))
    let folder = ScratchFolder()
    #expect(Pose.top(in: folder.tree) == .top)
    try folder.write(
      "video=eDP-1:panel_orientation=left_side_up video=DP-1:panel_orientation=normal",
      to: "/proc/cmdline")
    #expect(Pose.top(in: folder.tree) == .left)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Sensing
import Sensors
import Testing

/// Raw values lead to the edges that iio-sensor-proxy 3.0 reports for them, as measured.
@Suite struct SignConventionTests {
  private func edge(_ x: Int, _ y: Int, _ z: Int = 0, matrix: String? = nil) throws -> PanelEdge? {
    let fake = ScratchFolder()
    try fake.addAccelerometer(
      0,
      [
        "in_accel_x_raw": "\(x)", "in_accel_y_raw": "\(y)", "in_accel_z_raw": "\(z)",
        "in_accel_mount_matrix": matrix ?? "-",
      ])
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.stop()
    var classifier = Classifier()
    let reading = try #require(listener.readings.first)
    return classifier.judge(reading, at: .zero)?.edgeUp
  }

  @Test func withoutAMatrixTheEdgesMatchIIOSensorProxy() throws {
    #expect(try edge(0, -1000) == .top)
    #expect(try edge(1000, 0) == .left)
    #expect(try edge(0, 1000) == .bottom)
    #expect(try edge(-1000, 0) == .right)
  }

  @Test func matricesActAsInIIOSensorProxy() throws {
    let quarter = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    #expect(try edge(0, -1000, matrix: quarter) == .left)
    #expect(try edge(1000, 0, matrix: quarter) == .bottom)
    let mirror = "-1,0,0;0,1,0;0,0,1"
    #expect(try edge(1000, 0, matrix: mirror) == .right)
    #expect(try edge(-1000, 0, matrix: mirror) == .left)
    #expect(try edge(0, -1000, matrix: mirror) == .top)
    #expect(try edge(1000, 0, matrix: "nonsense") == .left)
  }

  @Test func readingsHaveTheAxesOfAndroid() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_accel_z_raw": "300"])
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.stop()
    #expect(listener.readings.first == Acceleration(x: 0, y: 1000, z: 300))
  }

  @Test func theOndaV975sReadingsGiveItsEdges() throws {
    // Onda V975: 0.019163 m/s² per unit, both axes crossed; upright it shows 523 along x.
    let onda = ["in_accel_scale": "0.019163", "mount_matrix": "0,-1,0;-1,0,0;0,0,1"]
    for (raw, expected) in [((523, 13, 5), PanelEdge.top), ((8, 521, -67), .right)] {
      let fake = ScratchFolder()
      var attributes = onda
      attributes["in_accel_x_raw"] = "\(raw.0)"
      attributes["in_accel_y_raw"] = "\(raw.1)"
      attributes["in_accel_z_raw"] = "\(raw.2)"
      try fake.addAccelerometer(0, attributes)
      let listener = try Listener()
      let source = IIOSource(tree: fake.tree)
      source.start(in: listener.host)
      source.claim()
      try listener.run { !listener.readings.isEmpty }
      source.stop()
      var classifier = Classifier()
      let reading = try #require(listener.readings.first)
      #expect(classifier.judge(reading, at: .zero)?.edgeUp == expected)
    }
  }
}

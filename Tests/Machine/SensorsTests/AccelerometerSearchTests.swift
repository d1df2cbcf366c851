// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Sensing
import Sensors
import Testing
import Text

@Suite struct AccelerometerSearchTests {
  @Test func theDisplaysSensorIsPreferredAndTheBasesIgnored() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["label": "accel-base"])
    #expect(AccelerometerSearch(in: fake.tree).best == nil)
    #expect(AccelerometerSearch(in: fake.tree).failure.english.contains("keyboard's half"))
    try fake.addAccelerometer(2)
    #expect(AccelerometerSearch(in: fake.tree).best?.name == "iio:device2")
    try fake.addAccelerometer(10, ["label": "accel-display"])
    #expect(AccelerometerSearch(in: fake.tree).best?.name == "iio:device10")
    #expect(AccelerometerSearch(in: fake.tree).found.count == 3)
  }

  @Test func udevPropertiesTakePrecedenceOverSysfs() throws {
    let fake = ScratchFolder()
    let device = ScratchFolder.accelerometer()
    try fake.addAccelerometer(
      0, ["dev": "250:0", "label": "accel-display", "mount_matrix": "1,0,0;0,1,0;0,0,1"])
    try fake.write(
      "I:1234\nE:ACCEL_LOCATION=base\nE:ACCEL_MOUNT_MATRIX=-1, 0, 0; 0, 1, 0; 0, 0, 1\nG:seat\n",
      to: "/run/udev/data/c250:0")
    let found = try #require(AccelerometerSearch(in: fake.tree).found.first)
    #expect(found.location == .base)
    #expect(found.matrix.determinant == -1)
    #expect(found.matrixOrigin == "udev's ACCEL_MOUNT_MATRIX")
    // A device that the user names is used all the same.
    let byName = AccelerometerSearch(in: fake.tree, only: "iio:device0")
    #expect(byName.best == found)
    #expect(AccelerometerSearch(in: fake.tree, only: fake.path + device).best != nil)
  }

  @Test(arguments: ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"])
  func everyNameOfTheMountMatrixIsRead(name: String) throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, [name: "0, 1, 0; 1, 0, 0; 0, 0, 1"])
    let found = try #require(AccelerometerSearch(in: fake.tree).best)
    #expect(found.matrixOrigin == name)
    #expect(found.warnings.isEmpty)
  }

  @Test func aGarbageMatrixIsIdentityWithAWarning() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_mount_matrix": "1;2;3"])
    let found = try #require(AccelerometerSearch(in: fake.tree).best)
    #expect(found.matrix == .identity)
    #expect(found.warnings.contains { $0.english.contains("in_mount_matrix is no matrix") })
  }

  @Test(arguments: ["-", "", "0", "nan", "inf", "1e300", "0,009806", "x"])
  func withoutAUsableScaleOnlyTheDirectionCounts(scale: String) throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_accel_scale": scale])
    let found = try #require(AccelerometerSearch(in: fake.tree).best)
    #expect(found.scale == nil)
    #expect(found.warnings.contains { $0.english.contains("no usable scale") })
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.stop()
    #expect(listener.readings.first?.y == 1000)
  }

  @Test func scalesAndOffsetsAreReadForEachAxis() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(
      0,
      [
        "in_accel_scale": "-", "in_accel_x_scale": "1", "in_accel_y_scale": "2",
        "in_accel_z_scale": "3", "in_accel_offset": "5", "in_accel_y_offset": "-7",
      ])
    let found = try #require(AccelerometerSearch(in: fake.tree).best)
    #expect(found.scale == SIMD3(1, 2, 3))
    #expect(found.offset == SIMD3(5, -7, 5))
  }

  @Test func aDeviceThatLacksAnAxisIsNamed() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer(0, ["in_accel_z_raw": "-"])
    let search = AccelerometerSearch(in: fake.tree)
    #expect(search.best == nil)
    #expect(search.failure.english.contains("in_accel_z_raw"))
    #expect(
      AccelerometerSearch(in: ScratchFolder().tree).failure.english.contains("/sys/bus/iio/devices")
    )
  }
}

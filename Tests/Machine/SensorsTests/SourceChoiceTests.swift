// SPDX-License-Identifier: Apache-2.0
import Bus
import Fixtures
import Sensors
import Testing
import Text

@Suite struct SourceChoiceTests {
  @Test func sensorOptionValuesAreParsed() {
    for word in [
      "auto", "proxy", "iio", "iio:/sys/x:y", "iio-buffer", "iio-buffer:/sys/x", "evdev",
      "evdev:/dev/input/event5",
    ] {
      #expect(SourceChoice(word)?.description == word)
    }
    for word in ["", "iio:", "proxy:x", "auto:", "IIO", "replay:x", ":"] {
      #expect(SourceChoice(word) == nil)
    }
    #expect(SourceChoice("iio:/sys/x:y") == .iio(path: "/sys/x:y"))
  }

  @Test func theSensorIsReadFromClaimToRelease() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let listener = try Listener()
    let source = IIOSource(tree: fake.tree)
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    source.release()
    listener.forget()
    try listener.run(for: 100)
    #expect(listener.events.isEmpty)
  }

  @Test func withoutABusAutoReadsSysfsAndReportsWhy() throws {
    let fake = ScratchFolder()
    try fake.addAccelerometer()
    let listener = try Listener()
    let source = AutomaticSource(
      tree: fake.tree, bus: .address("unix:path=\(fake.path)/no-bus"))
    source.start(in: listener.host)
    source.claim()
    try listener.run { !listener.readings.isEmpty }
    #expect(source.chosen?.name == "iio")
    let first = "\(try #require(listener.events.first))"
    #expect(first.contains("read from sysfs, since swivel cannot reach the bus at"))
    source.stop()
  }

  @Test func withoutBusAndSensorAutoReportsTheSearch() throws {
    let fake = ScratchFolder()
    let listener = try Listener()
    let source = AutomaticSource(
      tree: fake.tree, bus: .address("unix:path=\(fake.path)/no-bus"))
    source.start(in: listener.host)
    try listener.run { !listener.events.isEmpty }
    let reasons = listener.events.compactMap {
      if case .lost(let text) = $0 { text.english } else { nil }
    }
    let text = try #require(reasons.first)
    #expect(text.contains("no-bus") && text.contains("/sys/bus/iio/devices"))
    #expect(source.chosen == nil)
    source.stop()
  }
}

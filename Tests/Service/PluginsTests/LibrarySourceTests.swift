// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Foundation
import Orientation
import Plugins
import Sensors
import Testing
import Text

/// Sensors in C, awaited or polled; a broken contract ends the sensor, not the loop.
@Suite struct LibrarySourceTests {
  private static func source(
    _ id: String, open: String = "return -1;", read: String, extra: String = ""
  ) throws -> LibrarySource {
    let source = """
      #include <time.h>
      static const swivel_host_v1 *host;
      static int readings;
      static int open_sensor(void *state) { (void)state; (void)host; \(open) }
      static int read_sensor(void *state, swivel_reading_v1 *reading) {
        (void)state; (void)reading; readings++;
        \(read)
      }
      static const swivel_sensor_v1 sensor = {
        .size = sizeof sensor, .poll_milliseconds = 10, .open = open_sensor, .read = read_sensor};
      \(Workshop.entry(id, "SWIVEL_KIND_SENSOR", ".sensor = &sensor"))
      """
    let manifest = try Workshop().build(id, kind: .sensor, manifest: extra, source)
    return try LibrarySource(LibraryPlugin.load(manifest))
  }

  /// Runs until there is such an event; returns all events.
  private static func run(
    _ source: LibrarySource, until isEnough: ([SensorEvent]) -> Bool
  ) throws -> [SensorEvent] {
    let loop = try EventLoop()
    var events: [SensorEvent] = []
    source.start(in: SensorHost(loop: loop) { events.append($0) })
    source.claim()
    let end = loop.now + .seconds(20)
    while !isEnough(events), loop.now < end { try loop.turn(waitingAtMost: .milliseconds(50)) }
    source.stop()
    return events
  }

  private static func readings(_ events: [SensorEvent]) -> [Acceleration] {
    events.compactMap { if case .reading(let value, _) = $0 { value } else { nil } }
  }

  private static func lost(_ events: [SensorEvent]) -> String? {
    events.compactMap { if case .lost(let text) = $0 { text.english } else { nil } }.first
  }

  @Test func aSensorWithoutADescriptorIsPolled() throws {
    let source = try Self.source(
      "polled", read: "reading->y = 1000; reading->z = readings; return 1;")
    let events = try Self.run(source) { Self.readings($0).count >= 3 }
    #expect(
      Self.readings(events).prefix(3) == [
        Acceleration(x: 0, y: 1000, z: 1), Acceleration(x: 0, y: 1000, z: 2),
        Acceleration(x: 0, y: 1000, z: 3),
      ])
    #expect(source.name == "polled")
  }

  /// The example that reads lines out of a FIFO.
  @Test func aSensorWithADescriptorIsReadWhenReady() throws {
    let workshop = try Workshop()
    try workshop.makeExamples()
    let fifo = "\(workshop.path)/readings"
    #expect(mkfifo(fifo, 0o600) == 0)
    let manifest = try PluginManifest.load(
      path: "\(workshop.path)/line-sensor\(PluginManifest.suffix)")
    let text = "plugins: [{id: line-sensor, options: {fifo: \"\(fifo)\"}}]"
    let settings = try Settings.of(text)
    let source = try LibrarySource(LibraryPlugin.load(manifest, settings: settings))
    let loop = try EventLoop()
    var events: [SensorEvent] = []
    source.start(in: SensorHost(loop: loop) { events.append($0) })
    source.claim()
    let writer = open(fifo, O_WRONLY)
    defer { close(writer) }
    let lines = "-10 990 30\nnonsense\n1 2 3\n"
    _ = lines.withCString { write(writer, $0, strlen($0)) }
    let end = loop.now + .seconds(20)
    while Self.readings(events).count < 2, loop.now < end {
      try loop.turn(waitingAtMost: .milliseconds(50))
    }
    #expect(
      Self.readings(events) == [
        Acceleration(x: -10, y: 990, z: 30), Acceleration(x: 1, y: 2, z: 3),
      ])
    #expect(events.contains(.note("plug-in \"line-sensor\": a line without three numbers")))
    source.release()
    _ = lines.withCString { write(writer, $0, strlen($0)) }
    try loop.turn(waitingAtMost: .milliseconds(50))
    #expect(Self.readings(events).count == 2)
    source.stop()
  }

  @Test(arguments: [
    ("absent", "return -2;", "return 0;", "has no sensor (open returned -2)"),
    ("gone", "return -1;", "return -1;", "is gone (read returned -1)"),
    ("wild", "return -1;", "reading->x = 1 << 30; return 1;", "which is more than 64 g"),
    ("closed", "return 999;", "return 0;", "descriptor 999 of plug-in \"closed\" cannot"),
  ])
  func aSensorThatBreaksItsContractIsLost(id: String, open: String, read: String, message: String)
    throws
  {
    let source = try Self.source(id, open: open, read: read)
    let events = try Self.run(source) { Self.lost($0) != nil }
    #expect(Self.lost(events)?.contains(message) == true, "\(events)")
    #expect(Self.readings(events).isEmpty)
  }

  @Test func threeBudgetOverrunsMuteTheSensor() throws {
    let source = try Self.source(
      "sleepy", read: "struct timespec p = {0, 3000000}; nanosleep(&p, 0); return 1;",
      extra: ", \"budget-microseconds\": 1000")
    let events = try Self.run(source) { Self.lost($0) != nil }
    #expect(Self.lost(events)?.contains("muted until the next start") == true)
    #expect(Self.readings(events).count == 2)
  }

  @Test func aPollIntervalOutOfRangeIsRefused() throws {
    let source = """
      static const swivel_host_v1 *host;
      static int open_sensor(void *state) { (void)state; (void)host; return -1; }
      static int read_sensor(void *state, swivel_reading_v1 *r) { (void)state; (void)r; return 0; }
      static const swivel_sensor_v1 sensor = {
        .size = sizeof sensor, .poll_milliseconds = 0, .open = open_sensor, .read = read_sensor};
      \(Workshop.entry("hasty", "SWIVEL_KIND_SENSOR", ".sensor = &sensor"))
      """
    let manifest = try Workshop().build("hasty", kind: .sensor, source)
    let plugin = try LibraryPlugin.load(manifest)
    #expect(throws: PluginError.self) { try LibrarySource(plugin) }
  }
}

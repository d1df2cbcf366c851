// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin
import EventLoop
import Orientation
public import Sensors
import Text

/// A sensor that a plug-in library implements; its descriptor is watched, or it is polled if it has
/// none.
@safe
public final class LibrarySource: OrientationSource {
  /// The largest number of readings per wake-up.
  private static let mostReadings = 64
  /// The valid polling intervals, in milliseconds.
  private static let paces: ClosedRange<UInt32> = 10...10_000
  /// The largest valid absolute value of an axis, in thousandths of g.
  private static let largest: Int32 = 64_000

  /// The plug-in's name.
  public var name: String { plugin.manifest.id }
  /// The number of accepted readings so far; an invalid reading closes the sensor and is not
  /// counted.
  public private(set) var counts = ReadingCounts()

  private let plugin: LibraryPlugin
  // SAFETY: table and state belong to a library that is never unloaded.
  private let table: swivel_sensor_v1
  private let state: UnsafeMutableRawPointer?
  private var host: SensorHost?
  private var isOpen = false
  private var isClaimed = false
  private var descriptor: Int32 = -1
  private var token: Token?
  private var budget: CallBudget

  /// Creates a source from a loaded library of kind sensor; throws if its table, `open` or `read`
  /// is missing, or the polling interval is invalid.
  public init(_ plugin: LibraryPlugin) throws(PluginError) {
    self.plugin = plugin
    table = try unsafe plugin.part(
      plugin.table.sensor, "swivel_sensor_v1", blank: swivel_sensor_v1())
    unsafe state = plugin.table.state
    budget = CallBudget(limit: plugin.manifest.budget)
    guard unsafe table.open != nil, unsafe table.read != nil else {
      throw PluginError(plugin.manifest, "its swivel_sensor_v1 has no open or no read")
    }
    guard Self.paces.contains(table.poll_milliseconds) else {
      throw PluginError(
        plugin.manifest,
        "poll_milliseconds is \(table.poll_milliseconds), not \(Self.paces.lowerBound) to "
          + "\(Self.paces.upperBound)")
    }
  }

  deinit { stop() }

  /// Opens the sensor, and reports that it is available, or that there is none.
  public func start(in host: SensorHost) {
    self.host = host
    plugin.host.onLine = { [name] in host.report(.note("plug-in \"\(name)\": \($0)")) }
    descriptor = unsafe table.open?(state) ?? -2
    guard descriptor >= -1 else {
      say(.lost(PluginSensorPhrase.absent(quoted, "\(descriptor)")))
      return
    }
    isOpen = true
    say(.available("plug-in \"\(name)\" (\(descriptor < 0 ? "polled" : "by descriptor"))"))
    if isClaimed { listen() }
  }

  /// Closes the sensor.
  public func stop() {
    rest()
    if isOpen { unsafe table.close?(state) }
    isOpen = false
    host = nil
  }

  /// Requests readings.
  public func claim() {
    guard !isClaimed else { return }
    isClaimed = true
    if isOpen { listen() }
  }

  /// Stops requesting readings.
  public func release() {
    guard isClaimed else { return }
    isClaimed = false
    rest()
    if isOpen { unsafe table.claim?(state, 0) }
  }

  private func listen() {
    guard let host else { return }
    unsafe table.claim?(state, 1)
    if descriptor < 0 { return poll() }
    token = try? host.loop.add(descriptor, for: .readable) { [weak self] _ in self?.read() }
    if token == nil { fail(PluginSensorPhrase.descriptor("\(descriptor)", quoted)) }
  }

  private func poll() {
    guard isClaimed, isOpen, let host else { return }
    let delay = Duration.milliseconds(table.poll_milliseconds)
    token = host.loop.schedule(after: delay) { [weak self] in
      self?.token = nil
      self?.read()
      self?.poll()
    }
  }

  private func rest() {
    if let token { host?.loop.remove(token) }
    token = nil
  }

  private func read() {
    for _ in 0..<Self.mostReadings {
      guard isOpen, isClaimed, let host else { return }
      var reading = swivel_reading_v1()
      reading.size = UInt32(MemoryLayout<swivel_reading_v1>.size)
      let start = EventLoop.now
      let result = unsafe table.read?(state, &reading) ?? -1
      let took = EventLoop.now - start
      if budget.note(took), !overran(took) { return }
      guard result > 0 else {
        if result < 0 { fail(PluginSensorPhrase.gone(quoted, "\(result)")) }
        return
      }
      let axes = [reading.x, reading.y, reading.z]
      guard axes.allSatisfy({ (-Self.largest...Self.largest).contains($0) }) else {
        return fail(PluginSensorPhrase.outOfRange(quoted, "\(axes)"))
      }
      counts.countGood()
      host.report(.reading(Acceleration(x: reading.x, y: reading.y, z: reading.z), host.now()))
      if descriptor < 0 { return }
    }
  }

  /// Reports a call that exceeded its time limit; if the plug-in is now muted, closes the sensor
  /// and returns false.
  private func overran(_ took: Duration) -> Bool {
    let report = PolicyReport.overrun(
      policy: name, took: took, limit: budget.limit, count: budget.count)
    host?.report(.problem("\(report)"))
    guard budget.isSpent else { return true }
    fail(PluginSensorPhrase.muted(quoted))
    return false
  }

  private var quoted: String { "\"\(name)\"" }

  private func fail(_ reason: Message) {
    rest()
    if isOpen { unsafe table.close?(state) }
    isOpen = false
    host?.report(.lost(reason))
  }

  // The event is deferred, because it must not be reported from within a call to the source.
  private func say(_ event: SensorEvent) {
    guard let host else { return }
    host.loop.schedule(after: .zero) { host.report(event) }
  }
}

/// The sentences about the sensor of a plug-in.
enum PluginSensorPhrase: String, Phrase {
  case absent = """
    plug-in {plugin} has no sensor (open returned {number}) | \
    插件 {plugin} 没有传感器（open 返回 {number}）
    """
  case descriptor = """
    descriptor {number} of plug-in {plugin} cannot be waited for | \
    插件 {plugin} 的描述符 {number} 不能等待
    """
  case gone = """
    the sensor of plug-in {plugin} is gone (read returned {number}) | \
    插件 {plugin} 的传感器不见了（read 返回 {number}）
    """
  case outOfRange = """
    plug-in {plugin} read {values}, which is more than 64 g | \
    插件 {plugin} 读到 {values}，超过 64 g
    """
  case muted = "plug-in {plugin} is muted until the next start | 插件 {plugin} 停用到下次启动"
}

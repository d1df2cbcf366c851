// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Glibc
public import Orientation

/// The mounts of the machine's panels in the casing, from the kernel's `panel orientation`.
///
/// The kernel stores the mounting as a property of each panel's DRM connector, from its table of
/// quirks, the firmware or the device tree; `video=` on the kernel's command line overrides all of
/// them. If the graphics card's node cannot be opened, the command line is the only source. sysfs
/// and udev do not have the property.
public struct PanelMounts: Hashable, Sendable {
  /// The source of a mount.
  public enum Origin: String, Hashable, Sendable {
    /// The property `panel orientation` of the connector.
    case property
    /// `video=` on the kernel's command line.
    case commandLine = "command-line"
  }

  /// The mounting of one panel.
  public struct Mount: Hashable, Sendable {
    /// The panel's edge, as scanned out, at the top of the casing.
    public let top: PanelEdge
    /// The source of the value.
    public let origin: Origin

    /// Creates a mount.
    public init(top: PanelEdge, origin: Origin) { (self.top, self.origin) = (top, origin) }
  }

  /// The panels with a known mount, by the names of their connectors.
  public var mounts: [String: Mount]
  /// The connectors that were read, and those whose mount the command line sets; one without a
  /// mount is no panel, or is mounted as scanned out.
  public var connectors: Set<String>
  /// The reasons why graphics cards could not be read, one for each.
  public var failures: [String]

  /// Creates the value from its parts.
  public init(
    _ mounts: [String: Mount] = [:], connectors: Set<String> = [], failures: [String] = []
  ) {
    (self.mounts, self.failures) = (mounts, failures)
    self.connectors = connectors.union(mounts.keys)
  }

  /// Reads the mounts of the machine, or of a directory with `dev` and `proc`.
  public static func read(root: String = "") -> PanelMounts {
    read(root: root, control: DRMCard.control)
  }

  static func read(root: String, control: @escaping DRMCard.Control) -> PanelMounts {
    let bytes = (try? RegularFile.read("\(root)/proc/cmdline", atMost: 65_536)) ?? []
    var result = PanelMounts(Self.mounts(onCommandLine: String(decoding: bytes, as: UTF8.self)))
    for name in DirectoryListing.names(in: "\(root)/dev/dri").sorted() where name.hasPrefix("card")
    {
      do throws(SystemError) {
        let card = try DRMCard("\(root)/dev/dri/\(name)", control: control)
        for connector in try card.connectors() {
          result.connectors.insert(connector.name)
          // A connector without the property has no mount, even if the command line names one.
          result.mounts[connector.name] = connector.top.map { Mount(top: $0, origin: .property) }
        }
      } catch {
        result.failures.append("\(error)")
      }
    }
    return result
  }

  /// Returns the panel's edge at the top of the casing; the top edge if nothing else is known.
  public func top(of output: String) -> PanelEdge { mounts[output]?.top ?? .top }

  /// Returns the mounts that the kernel's command line sets, by connector.
  ///
  /// Example: `video=eDP-1:800x1280@60,panel_orientation=right_side_up`
  /// (Documentation/fb/modedb.rst). The last `video=` of a connector is used.
  static func mounts(onCommandLine line: String) -> [String: Mount] {
    var result: [String: Mount] = [:]
    for word in line.split(whereSeparator: \.isWhitespace) where word.hasPrefix("video=") {
      let parts = word.dropFirst("video=".count).split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let prefix = "panel_orientation="
      let option = parts[1].split(separator: ",").last { $0.hasPrefix(prefix) }
      result[String(parts[0])] = option.flatMap {
        PanelEdge(kernelOption: $0.dropFirst(prefix.count))
      }
      .map { Mount(top: $0, origin: .commandLine) }
    }
    return result
  }
}

extension PanelEdge {
  /// The value of `panel_orientation=` on the kernel's command line for a panel with this edge at
  /// the top of the casing.
  public var kernelOption: String {
    switch self {
    case .top: "normal"
    case .left: "left_side_up"
    case .bottom: "upside_down"
    case .right: "right_side_up"
    }
  }

  init?(kernelOption: some StringProtocol) {
    guard let edge = Self.allCases.first(where: { $0.kernelOption == kernelOption }) else {
      return nil
    }
    self = edge
  }

  /// The value of the connector's property `panel orientation` (drivers/gpu/drm/drm_connector.c).
  public var kernelProperty: String {
    switch self {
    case .top: "Normal"
    case .left: "Left Side Up"
    case .bottom: "Upside Down"
    case .right: "Right Side Up"
    }
  }

  init?(kernelProperty: String) {
    guard let edge = Self.allCases.first(where: { $0.kernelProperty == kernelProperty }) else {
      return nil
    }
    self = edge
  }
}

/// A graphics card's node, from which connectors and their properties are read.
///
/// The structures are those of include/uapi/drm/drm_mode.h, whose layout never changes. They are
/// encoded as bytes, since not every system has that header.
final class DRMCard {
  /// The function ioctl(2), with the address of its argument; returns 0 or the error number.
  typealias Control = @Sendable (_ descriptor: Int32, _ request: UInt, _ argument: UInt) -> Int32

  struct Connector {
    var name: String
    /// The panel's edge at the top of the casing; `nil` without the property.
    var top: PanelEdge?
  }

  /// The maximum number of connectors of a card, and of properties of a connector, that are read.
  private static let most = 256
  /// The request DRM_IOCTL_DROP_MASTER, which has no argument.
  private static let dropMaster: UInt = 0x641F
  private static let propertyName = "panel orientation"
  /// The names of the connector types, by their numbers (drivers/gpu/drm/drm_connector.c).
  private static let types = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]

  private let path: String
  private let descriptor: Int32
  private let control: Control

  static let control: Control = { descriptor, request, argument in
    let result =
      if let pointer = unsafe UnsafeMutableRawPointer(bitPattern: argument) {
        unsafe ioctl(descriptor, request, pointer)
      } else {
        ioctl(descriptor, request)
      }
    return result < 0 ? errno : 0
  }

  init(_ path: String, control: @escaping Control) throws(SystemError) {
    self.path = path
    self.control = control
    descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(call: path, code: errno) }
    // The first process that opens a card while no compositor is active becomes its DRM master.
    // Without this request, a compositor that returns from another terminal could not become
    // master.
    _ = control(descriptor, Self.dropMaster, 0)
  }

  deinit { close(descriptor) }

  /// Reads the connectors without probing for monitors.
  func connectors() throws(SystemError) -> [Connector] {
    var known: [UInt32: [UInt64: String]] = [:]
    var result: [Connector] = []
    for id in try identifiers() {
      // A connector that was removed in the meantime, or is of an unknown type, is left out.
      guard let report = report(on: id) else { continue }
      var connector = Connector(name: report.name)
      for (property, value) in report.properties {
        if known[property] == nil { known[property] = try words(ofProperty: property) }
        guard let word = known[property]?[value] else { continue }
        connector.top = PanelEdge(kernelProperty: word)
      }
      result.append(connector)
    }
    return result
  }

  private func identifiers() throws(SystemError) -> [UInt32] {
    var identifiers = Array(repeating: UInt32(0), count: Self.most)
    var request = KernelBytes(64)
    request.set(UInt32(identifiers.count), at: 40)
    let code = unsafe identifiers.withUnsafeMutableBytes { buffer in
      unsafe request.set(buffer.baseAddress, at: 16)
      return ask(0xA0, &request)
    }
    try check(code)
    return Array(identifiers.prefix(Int(request.word(40))))
  }

  /// Reads one connector's name and properties; `nil` if it was removed or is of an unknown type.
  private func report(
    on id: UInt32
  ) -> (name: String, properties: [(id: UInt32, value: UInt64)])? {
    // If there is room for one mode, the kernel does not probe for a monitor, which can take
    // seconds.
    var mode = Array(repeating: UInt8(0), count: 68)
    var names = Array(repeating: UInt32(0), count: Self.most)
    var values = Array(repeating: UInt64(0), count: Self.most)
    var request = KernelBytes(80)
    request.set(1, at: 32)
    request.set(UInt32(Self.most), at: 36)
    request.set(id, at: 48)
    let code = unsafe mode.withUnsafeMutableBytes { mode in
      unsafe names.withUnsafeMutableBytes { names in
        unsafe values.withUnsafeMutableBytes { values in
          unsafe request.set(mode.baseAddress, at: 8)
          unsafe request.set(names.baseAddress, at: 16)
          unsafe request.set(values.baseAddress, at: 24)
          return ask(0xA7, &request)
        }
      }
    }
    let type = Int(request.word(52))
    guard code == 0, Self.types.indices.contains(type) else { return nil }
    let properties = zip(names, values).prefix(Int(request.word(36)))
    return ("\(Self.types[type])-\(request.word(56))", properties.map { ($0, $1) })
  }

  /// Returns the names of the values of the property `panel orientation`; empty for other
  /// properties.
  private func words(ofProperty id: UInt32) throws(SystemError) -> [UInt64: String] {
    let size = 40
    let most = 16
    var words = KernelBytes(size * most)
    var request = KernelBytes(64)
    request.set(id, at: 16)
    request.set(UInt32(most), at: 60)
    let code = unsafe words.withPointer { pointer in
      unsafe request.set(pointer, at: 8)
      return ask(0xAA, &request)
    }
    try check(code)
    guard request.text(at: 24) == Self.propertyName else { return [:] }
    return (0..<min(most, Int(request.word(60)))).reduce(into: [:]) { result, index in
      result[words.long(size * index)] = words.text(at: size * index + 8)
    }
  }

  /// Calls a DRM request, which reads and writes its argument; returns 0 or the error number.
  private func ask(_ number: UInt, _ argument: inout KernelBytes) -> Int32 {
    let request = 3 << 30 | UInt(argument.count) << 16 | 0x64 << 8 | number
    return unsafe argument.withPointer { control(descriptor, request, UInt(bitPattern: $0)) }
  }

  private func check(_ code: Int32) throws(SystemError) {
    guard code == 0 else { throw SystemError(call: path, code: code) }
  }
}

/// A structure of the kernel, encoded as bytes in little-endian order, that of all supported
/// machines.
private struct KernelBytes {
  private var bytes: [UInt8]

  init(_ count: Int) { bytes = Array(repeating: 0, count: count) }

  var count: Int { bytes.count }

  func word(_ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  func long(_ offset: Int) -> UInt64 {
    bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns the zero-terminated text of at most 32 bytes.
  func text(at offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 32].prefix { $0 != 0 }, as: UTF8.self)
  }

  mutating func set(_ value: UInt32, at offset: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  mutating func set(_ pointer: UnsafeMutableRawPointer?, at offset: Int) {
    let address = UInt(bitPattern: pointer)
    for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: address >> (8 * index)) }
  }

  mutating func withPointer(_ body: (UnsafeMutableRawPointer) -> Int32) -> Int32 {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let pointer = buffer.baseAddress else { return EINVAL }
      return unsafe body(pointer)
    }
  }
}

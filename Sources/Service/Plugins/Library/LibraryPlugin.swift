// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin
public import Configuration
import EventLoop
import Explanation
import Formats
import Glibc
import Orientation
import Text

/// A loaded library, which is never unloaded.
@safe
public final class LibraryPlugin {
  /// The manifest of the plug-in.
  public let manifest: PluginManifest
  let host: LibraryHost
  // SAFETY: the table belongs to a library that is never unloaded.
  let table: swivel_plugin_v1

  /// Loads a manifest's library, calls its entry function and checks the returned table.
  ///
  /// `settings` are the configured options; `onLine` receives the library's log lines until its policy
  /// or its sensor is started, which forwards later ones. Throws if an option, the library or the
  /// table is invalid, or if the plug-in refuses to run.
  public static func load(
    _ manifest: PluginManifest, settings: [PluginSetting] = [],
    onLine: ((String) -> Void)? = nil
  ) throws -> LibraryPlugin {
    try LibraryPlugin(manifest, values: manifest.values(settings), onLine)
  }

  private init(
    _ manifest: PluginManifest, values: [String: String], _ onLine: ((String) -> Void)?
  ) throws(PluginError) {
    self.manifest = manifest
    let entry = try unsafe Self.entry(manifest)
    host = LibraryHost(options: values)
    host.onLine = onLine
    guard let found = unsafe entry(host.table) else {
      throw PluginError(
        manifest,
        "\(PluginABI.entry) returned NULL: the plug-in cannot work here; its log may give the reason"
      )
    }
    // Every table is checked before a function in it is called.
    unsafe table = try unsafe Self.copy(
      UnsafeRawPointer(found), "swivel_plugin_v1", into: swivel_plugin_v1(), manifest)
    try check()
  }

  /// The number of the library's log lines that the host has suppressed in the present period.
  package var droppedLines: Int { host.dropped }

  /// Calls the library's `stop`, if it has one; called at most once.
  public func stop() { unsafe table.stop?(table.state) }

  private typealias Entry =
    @convention(c) (UnsafePointer<swivel_host_v1>?) -> UnsafePointer<swivel_plugin_v1>?

  private static func entry(_ manifest: PluginManifest) throws(PluginError) -> Entry {
    guard unsafe access(manifest.library, F_OK) == 0 else {
      throw PluginError(
        manifest, "there is no library \(manifest.library), which \(manifest.path) names; build it")
    }
    // The loader would block while opening a FIFO.
    do throws(FileError) { try RegularFile.check(manifest.library) } catch {
      throw PluginError(manifest, error.description)
    }
    // The loader searches other directories for a path without a slash.
    let path = manifest.library.contains("/") ? manifest.library : "./\(manifest.library)"
    // RTLD_NODELETE keeps the library loaded, since Swift's runtime keeps pointers into it.
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
      throw PluginError(
        manifest,
        unsafe "the library does not load: \(dlerror().map { unsafe String(cString: $0) } ?? "")")
    }
    if let symbol = unsafe dlsym(handle, PluginABI.entry) {
      return unsafe unsafeBitCast(symbol, to: Entry.self)
    }
    for major in 1...9 where unsafe dlsym(handle, "swivel_plugin_entry_v\(major)") != nil {
      throw PluginError(
        manifest,
        "\(manifest.library) exports swivel_plugin_entry_v\(major), not \(PluginABI.entry): it is "
          + "made for another version of the interface; get the one for \(PluginABI.own)")
    }
    throw PluginError(
      manifest,
      "\(manifest.library) does not export \(PluginABI.entry); declare the function with "
        + "SWIVEL_EXPORT, in C++ as extern \"C\"")
  }

  private func check() throws(PluginError) {
    let abi = unsafe PluginABI(major: Int(table.abi_major), minor: Int(table.abi_minor))
    guard abi == manifest.abi else {
      throw PluginError(
        manifest, "the library is made for version \(abi), its manifest says \(manifest.abi)")
    }
    guard unsafe table.kind == manifest.kind.number else {
      throw PluginError(
        manifest,
        unsafe "the library is of kind \(table.kind), its manifest says \(manifest.kind.rawValue) "
          + "(\(manifest.kind.number))")
    }
    guard let id = unsafe table.id, unsafe String(cString: id) == manifest.id else {
      let found =
        unsafe table.id.map { unsafe UntrustedText(String(cString: $0)).quoted } ?? "no id"
      throw PluginError(manifest, "the library calls itself \(found)")
    }
  }

  /// Copies a function table, which may have more fields than this program knows; throws if it is
  /// shorter than in version 1.0.
  static func copy<Table>(
    _ source: UnsafeRawPointer, _ name: String, into blank: Table, _ manifest: PluginManifest
  ) throws(PluginError) -> Table {
    let size = unsafe Int(source.loadUnaligned(as: UInt32.self))
    guard size >= MemoryLayout<Table>.size else {
      throw PluginError(
        manifest,
        "its \(name) has a size of \(size) bytes, which is less than the \(MemoryLayout<Table>.size)"
          + " of version 1.0; set size to sizeof(\(name))")
    }
    var table = blank
    unsafe withUnsafeMutableBytes(of: &table) {
      unsafe $0.copyMemory(
        from: UnsafeRawBufferPointer(start: source, count: MemoryLayout<Table>.size))
    }
    return table
  }

  /// Copies and checks the table of functions for the plug-in's kind; throws if the library has
  /// none, or it is shorter than in version 1.0.
  func part<Table>(
    _ pointer: UnsafePointer<Table>?, _ name: String, blank: Table
  ) throws(PluginError) -> Table {
    guard let pointer = unsafe pointer else { throw PluginError(manifest, "it has no \(name)") }
    return try unsafe Self.copy(UnsafeRawPointer(pointer), name, into: blank, manifest)
  }
}

/// The functions that the host offers to one library.
@safe
final class LibraryHost {
  /// The largest number of log lines in each `period`; more are suppressed.
  static let mostLines = 20
  static let period = Duration.seconds(10)
  /// The longest log line, in bytes read and in columns printed.
  static let longestLine = 160

  // SAFETY: the table is never released, like the host, to which its context points.
  let table: UnsafeMutablePointer<swivel_host_v1>
  /// Called with the plug-in's log lines, without control characters, and with notes about
  /// suppressed lines.
  var onLine: ((String) -> Void)?
  var onReconsider: (() -> Void)?
  private let options: [String: UnsafeMutablePointer<CChar>]
  private var begin: Instant?
  private var lines = 0
  private(set) var dropped = 0

  init(options: [String: String]) {
    unsafe self.options = options.compactMapValues { unsafe strdup($0) }
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(to: swivel_host_v1())
    unsafe table.pointee.size = UInt32(MemoryLayout<swivel_host_v1>.size)
    unsafe table.pointee.abi_major = SWIVEL_ABI_MAJOR
    unsafe table.pointee.abi_minor = SWIVEL_ABI_MINOR
    // The reference is never released, since the library keeps the pointer.
    unsafe table.pointee.context = Unmanaged.passRetained(self).toOpaque()
    unsafe table.pointee.log = { context, _, text, length in
      guard let context = unsafe context, let text = unsafe text else { return }
      let bytes = unsafe UnsafeRawBufferPointer(
        start: text, count: min(length, LibraryHost.longestLine))
      unsafe LibraryHost.of(context).log(String(decoding: bytes, as: UTF8.self))
    }
    unsafe table.pointee.option = { context, name in
      guard let context = unsafe context, let name = unsafe name else { return nil }
      return unsafe UnsafePointer(LibraryHost.of(context).options[String(cString: name)])
    }
    unsafe table.pointee.reconsider = { context in
      guard let context = unsafe context else { return }
      unsafe LibraryHost.of(context).onReconsider?()
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> LibraryHost {
    unsafe Unmanaged<LibraryHost>.fromOpaque(context).takeUnretainedValue()
  }

  private func log(_ text: String) {
    let now = EventLoop.now
    if begin.map({ now - $0 > Self.period }) ?? true {
      if dropped > 0 { onLine?("\(dropped) more lines were left out") }
      (begin, lines, dropped) = (now, 0, 0)
    }
    guard lines < Self.mostLines else {
      // The suppression is reported with the first suppressed line, since the plug-in may never log
      // again.
      if dropped == 0 { onLine?("floods the log; its next lines are left out") }
      dropped += 1
      return
    }
    lines += 1
    // The line is escaped, so that it cannot control a terminal.
    onLine?(UntrustedText(text).name(columns: Self.longestLine))
  }
}

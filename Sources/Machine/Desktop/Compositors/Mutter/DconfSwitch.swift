// SPDX-License-Identifier: Apache-2.0
public import Bus
import Formats

/// A Boolean setting of GNOME in the user's dconf database, read and written without GLib.
///
/// The value is read from the database's file, which dconf's service replaces before it signals a
/// change; it is set over the session bus. System databases and an administrator's locks are
/// ignored. (GNOME/dconf, service/ca.desrt.dconf.Writer.xml and gvdb/gvdb-format.h.)
public final class DconfSwitch {
  private static let service = "ca.desrt.dconf"
  private static let path = "/ca/desrt/dconf/Writer/user"
  private static let interface = "ca.desrt.dconf.Writer"
  /// The largest database that is read, in bytes.
  private static let largest = 16 << 20

  /// The user's value; `nil` if the default applies, and if the database cannot be read or has a
  /// value of another type.
  public private(set) var value: Bool?
  private let key: String
  private let file: String
  private let connection: BusConnection
  private let onChange: () -> Void
  private var subscription: Subscription?

  /// Creates a setting for a key such as `/org/gnome/…/orientation-lock` and follows it; `onChange`
  /// is called when its value changes.
  public init(
    _ key: String, in file: String, over connection: BusConnection,
    onChange: @escaping () -> Void = {}
  ) throws(BusError) {
    self.key = key
    self.file = file
    self.connection = connection
    self.onChange = onChange
    let match = SignalMatch(
      sender: Self.service, path: Self.path, interface: Self.interface, member: "Notify")
    subscription = try connection.subscribe(to: match) { [weak self] values in
      // The first argument is the common prefix of all changed keys.
      guard let self, let prefix = values.first?.string, key.hasPrefix(prefix) else { return }
      look()
    }
    value = read()
    // The bus registers the match before it answers, so an earlier change is already in the file.
    let bus = "org.freedesktop.DBus"
    connection.call(BusCall(bus, "/org/freedesktop/DBus", bus, "GetId", [])) { [weak self] _ in
      self?.look()
    }
  }

  /// Returns the path of the user's database; `nil` if neither `XDG_CONFIG_HOME` nor `HOME` is an
  /// absolute path.
  public static func file(in environment: (String) -> String?) -> String? {
    BaseDirectory.configuration.path(in: environment).map {
      "\($0)/dconf/user"
    }
  }

  /// Sets the value unless it is in effect already, where `false` is assumed as the default;
  /// `onProblem` is called on failure.
  public func set(_ isOn: Bool, onProblem: @escaping (BusError) -> Void) {
    guard isOn != (value ?? false) else { return }
    let bytes = Self.change(key, to: isOn).map { BusValue.byte($0) }
    let call = BusCall(
      Self.service, Self.path, Self.interface, "Change", [.array(bytes, element: "y")],
      startsService: true)
    connection.call(call) { reply in
      if case .failure(let error) = reply { onProblem(error) }
    }
  }

  private func look() {
    let now = read()
    guard now != value else { return }
    value = now
    onChange()
  }

  private func read() -> Bool? {
    guard let bytes = try? RegularFile.read(file, atMost: Self.largest) else { return nil }
    return DconfDatabase(bytes)?.boolean(key)
  }

  /// Returns a change as dconf expects it: a serialised GVariant of the type a{smv} with one entry.
  ///
  /// GVariant Specification 1.0, section 2.5: the entry is aligned to 8, an offset at its end gives
  /// the end of its string, and a byte of 0 follows the value of a maybe. Only for keys of up to
  /// 200 bytes.
  static func change(_ key: String, to isOn: Bool) -> [UInt8] {
    var entry = Array(key.utf8) + [0]
    let end = UInt8(clamping: entry.count)
    while entry.count % 8 != 0 { entry.append(0) }
    entry += [isOn ? 1 : 0, 0, UInt8(ascii: "b"), 0, end]
    return entry + [UInt8(clamping: entry.count)]
  }
}

/// A dconf database: a GVDB file in the machine's own byte order, which is little-endian wherever
/// Swivel runs.
struct DconfDatabase {
  private struct Item {
    let parent: Int
    let name: ArraySlice<UInt8>
    let type: UInt8
    let value: Range<Int>
  }

  private static let magic = Array("GVariant".utf8)
  private static let itemSize = 24
  private static let deepest = 64

  private let bytes: [UInt8]
  private let start: Int
  private let count: Int

  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: Self.magic), let table = Self.number(bytes, 16),
      let end = Self.number(bytes, 20), table <= end, end <= bytes.count,
      let bloom = Self.number(bytes, table), let buckets = Self.number(bytes, table + 4)
    else { return nil }
    start = table + 8 + 4 * (bloom & 0x7FF_FFFF) + 4 * buckets
    guard start <= end else { return nil }
    count = (end - start) / Self.itemSize
  }

  func boolean(_ key: String) -> Bool? {
    let wanted = Array(key.utf8)
    for index in 0..<count {
      guard let item = item(index), item.type == UInt8(ascii: "v"), isNamed(item, wanted) else {
        continue
      }
      // A variant consists of the value, a zero byte and the type.
      let value = bytes[item.value]
      guard value.count == 3, value.dropFirst().elementsEqual([0, UInt8(ascii: "b")]) else {
        return nil
      }
      return value.first == 1
    }
    return nil
  }

  /// Returns whether the item's full name, with its parents' names, is `name`.
  private func isNamed(_ item: Item, _ name: [UInt8]) -> Bool {
    var (item, rest) = (item, name[...])
    for _ in 0..<Self.deepest {
      guard rest.suffix(item.name.count).elementsEqual(item.name) else { return false }
      rest = rest.dropLast(item.name.count)
      if item.parent == Int(UInt32.max) { return rest.isEmpty }
      guard item.parent < count, let parent = self.item(item.parent) else { return false }
      item = parent
    }
    return false
  }

  private func item(_ index: Int) -> Item? {
    let place = start + index * Self.itemSize
    guard let parent = Self.number(bytes, place + 4), let name = Self.number(bytes, place + 8),
      let sizes = Self.number(bytes, place + 12), let begin = Self.number(bytes, place + 16),
      let end = Self.number(bytes, place + 20), begin <= end, end <= bytes.count,
      name + (sizes & 0xFFFF) <= bytes.count
    else { return nil }
    return Item(
      parent: parent, name: bytes[name..<name + (sizes & 0xFFFF)],
      type: UInt8(truncatingIfNeeded: sizes >> 16), value: begin..<end)
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place >= 0, place + 4 <= bytes.count else { return nil }
    return bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

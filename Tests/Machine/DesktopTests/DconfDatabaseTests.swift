// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Desktop

/// Values read from a database as dconf 0.40 has written it, and the change as GLib serialises it.
@Suite struct DconfDatabaseTests {
  private static let key = "/org/gnome/settings-daemon/peripherals/touchscreen/orientation-lock"

  /// A database with two keys: the root's table at 24 with buckets, items of 24 bytes, names, values.
  private static let database = make([
    (parent: -1, name: "/", type: "L", value: [1, 0, 0, 0]),
    (parent: 0, name: "org/", type: "L", value: [2, 0, 0, 0]),
    (parent: 1, name: "gnome/", type: "L", value: [3, 0, 0, 0]),
    (parent: 2, name: "settings-daemon/", type: "L", value: [4, 0, 0, 0]),
    (parent: 3, name: "peripherals/", type: "L", value: [5, 0, 0, 0]),
    (parent: 4, name: "touchscreen/", type: "L", value: [6, 0, 0, 0]),
    (parent: 5, name: "orientation-lock", type: "v", value: [1, 0, 0x62]),
    (parent: 5, name: "word", type: "v", value: [0x31, 0, 0, 0x73]),
    (parent: 8, name: "loop/", type: "L", value: []),
  ])

  private static func make(
    _ items: [(parent: Int32, name: String, type: Character, value: [UInt8])]
  ) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let end = 24 + 8 + 4 * items.count + 24 * items.count
    var (table, texts) = ([UInt8](), [UInt8]())
    for item in items {
      let name = Array(item.name.utf8)
      table += word(7) + word(Int(item.parent)) + word(end + texts.count)
      table += [UInt8(name.count), 0, item.type.asciiValue ?? 0, 0]
      texts += name
      table += word(end + texts.count) + word(end + texts.count + item.value.count)
      texts += item.value
    }
    return Array("GVariant".utf8) + word(0) + word(0) + word(24) + word(end)
      + word(0) + word(items.count) + items.indices.flatMap { word($0) } + table + texts
  }

  @Test func aValueIsFoundByItsWholeName() {
    let database = DconfDatabase(Self.database)
    #expect(database?.boolean(Self.key) == true)
    #expect(database?.boolean("/org/gnome/orientation-lock") == nil)
    #expect(database?.boolean("x" + Self.key) == nil)
    #expect(database?.boolean("") == nil)
  }

  @Test func aValueOfAnotherTypeIsNoBoolean() {
    let name = Self.key.replacing("orientation-lock", with: "word")
    #expect(DconfDatabase(Self.database)?.boolean(name) == nil)
    // An item that is its own parent ends the search.
    #expect(DconfDatabase(Self.database)?.boolean("loop/loop/") == nil)
  }

  @Test func aDamagedDatabaseDoesNotTrap() {
    #expect(DconfDatabase([]) == nil)
    #expect(DconfDatabase(Array("GVariant".utf8)) == nil)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = Self.database
      for _ in 0..<4 {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = DconfDatabase(bytes)?.boolean(Self.key)
      _ = DconfDatabase(Array(bytes.prefix(.random(in: 0...bytes.count))))?.boolean(Self.key)
    }
    for length in Self.database.indices {
      _ = DconfDatabase(Array(Self.database.prefix(length)))?.boolean(Self.key)
    }
  }

  /// DesktopSettingsTests shows that dconf accepts this.
  @Test func aChangeIsTheSerialisedDictionary() {
    #expect(
      DconfSwitch.change("/a/b", to: true)
        == [0x2F, 0x61, 0x2F, 0x62, 0, 0, 0, 0, 1, 0, 0x62, 0, 5, 13])
  }
}

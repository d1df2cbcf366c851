// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

/// Packs events into a few bytes each: the common ones by number, all others as JSON.
///
/// The bytes live no longer than their process, so they need no version.
enum CompactInput {
  /// The first byte of a packed event.
  private enum Kind: UInt8 {
    case json, turned, applied, transform, changeDeadline, makeKey, resignKey, remove, observe
  }

  /// Appends an event and its delay after the previous one in nanoseconds.
  static func append(_ event: Event, after delay: Int64, to bytes: inout [UInt8]) {
    switch event {
    case .device(.turned(let value)):
      begin(.turned, delay, &bytes)
      bytes.append(value.rawValue)
    case .applied(let id, let result) where ApplyResult.all.contains(result):
      begin(.applied, delay, &bytes)
      append(UInt64(id.rawValue), to: &bytes)
      bytes.append(UInt8(truncatingIfNeeded: ApplyResult.all.firstIndex(of: result) ?? 0))
    case .output(.transform(let id, let transform)):
      begin(.transform, delay, &bytes)
      append(id.rawValue, to: &bytes)
      bytes.append(transform.rawValue)
    case .deadline(.change(let id)):
      begin(.changeDeadline, delay, &bytes)
      append(UInt64(id.rawValue), to: &bytes)
    case .window(let id, .makeKey): append(.makeKey, id, delay, &bytes)
    case .window(let id, .resignKey): append(.resignKey, id, delay, &bytes)
    case .window(let id, .remove): append(.remove, id, delay, &bytes)
    case .observe: begin(.observe, delay, &bytes)
    default:
      begin(.json, delay, &bytes)
      let text = event.recorded.compact().utf8
      append(UInt64(text.count), to: &bytes)
      bytes += text
    }
  }

  /// Returns the event at the offset and its delay, and advances the offset; `nil` at the end.
  static func take(_ bytes: [UInt8], _ offset: inout Int) -> (event: Event, delay: Int64)? {
    guard offset < bytes.count, let kind = Kind(rawValue: bytes[offset]) else { return nil }
    offset += 1
    let delay = Int64(bitPattern: number(bytes, &offset))
    switch kind {
    case .json:
      let length = Int(truncatingIfNeeded: number(bytes, &offset))
      let end = min(bytes.count, offset + length)
      defer { offset = end }
      guard let json = try? JSONValue.parse(Array(bytes[offset..<end]), file: "ring"),
        let event = try? Event(recorded: json)
      else { return nil }
      return (event, delay)
    case .turned:
      return (
        .device(.turned(DeviceOrientation(rawValue: byte(bytes, &offset)) ?? .unknown)), delay
      )
    case .applied:
      let id = ChangeID(UInt32(truncatingIfNeeded: number(bytes, &offset)))
      let index = Int(byte(bytes, &offset))
      guard ApplyResult.all.indices.contains(index) else { return nil }
      return (.applied(id, ApplyResult.all[index]), delay)
    case .transform:
      let id = OutputID(small(bytes, &offset))
      let transform = Transform(rawValue: byte(bytes, &offset)) ?? .normal
      return (.output(.transform(id, transform)), delay)
    case .changeDeadline:
      let id = ChangeID(UInt32(truncatingIfNeeded: number(bytes, &offset)))
      return (.deadline(.change(id)), delay)
    case .makeKey: return (.window(WindowID(small(bytes, &offset)), .makeKey), delay)
    case .resignKey: return (.window(WindowID(small(bytes, &offset)), .resignKey), delay)
    case .remove: return (.window(WindowID(small(bytes, &offset)), .remove), delay)
    case .observe: return (.observe, delay)
    }
  }

  private static func begin(_ kind: Kind, _ delay: Int64, _ bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    append(UInt64(bitPattern: delay), to: &bytes)
  }

  private static func append(_ kind: Kind, _ id: WindowID, _ delay: Int64, _ bytes: inout [UInt8]) {
    begin(kind, delay, &bytes)
    append(id.rawValue, to: &bytes)
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    append(UInt64(UInt32(bitPattern: number)), to: &bytes)
  }

  /// Appends a number in LEB128: seven bits per byte, the lowest first; the eighth bit continues.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func number(_ bytes: [UInt8], _ offset: inout Int) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = byte(bytes, &offset)
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return number
  }

  private static func small(_ bytes: [UInt8], _ offset: inout Int) -> Int32 {
    Int32(bitPattern: UInt32(truncatingIfNeeded: number(bytes, &offset)))
  }

  private static func byte(_ bytes: [UInt8], _ offset: inout Int) -> UInt8 {
    guard offset < bytes.count else { return 0 }
    defer { offset += 1 }
    return bytes[offset]
  }
}

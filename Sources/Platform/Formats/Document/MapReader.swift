// SPDX-License-Identifier: Apache-2.0
import Text

/// Reads a map key by key, and reports keys that were not read.
///
/// The requested keys are the valid ones: an error about another key lists them.
public struct MapReader: Sendable {
  /// The beginning of the map.
  public let mark: Mark
  private let pairs: [Node.Pair]
  private var isTaken: [Bool]
  private var known: [String] = []
  private var forbidden: [String: String] = [:]

  /// Creates a reader of the pairs of a map.
  public init(_ pairs: [Node.Pair], at mark: Mark) {
    self.pairs = pairs
    self.mark = mark
    isTaken = Array(repeating: false, count: pairs.count)
  }

  /// Returns the value of a key, or `nil` if the key is absent; `key: null` is a value.
  public mutating func take(_ key: String) -> Node? {
    if !known.contains(key) { known.append(key) }
    guard let index = pairs.firstIndex(where: { $0.name == key }) else { return nil }
    isTaken[index] = true
    return pairs[index].value
  }

  /// Returns the value of a required key; throws if the key is absent.
  public mutating func require(_ key: String) throws(InputError) -> Node {
    if let value = take(key) { return value }
    let names = pairs.prefix(8).map { UntrustedText($0.name).quoted }
    let others = names.isEmpty ? "" : " (only \(names.joined(separator: ", ")))"
    throw mark.error("no key \(UntrustedText(key).quoted)\(others)", valid: [key])
  }

  /// Gives a key that is valid elsewhere an error message of its own, thrown by `finish`.
  ///
  /// `reason` continues "found key "request", which …", for example "belongs to rule set android".
  public mutating func forbid(_ key: String, because reason: String) {
    forbidden[key] = reason
  }

  /// The pairs that were not requested yet, in the order of the file.
  public var remaining: [Node.Pair] {
    pairs.indices.filter { !isTaken[$0] }.map { pairs[$0] }
  }

  /// Throws for the first key of the file that was neither taken nor listed in `extra`.
  public func finish(alsoValid extra: [String] = []) throws(InputError) {
    guard let pair = remaining.first(where: { !extra.contains($0.name) }) else { return }
    let valid = known + extra.filter { !known.contains($0) }
    if let reason = forbidden[pair.name] {
      throw pair.mark.error("key \(UntrustedText(pair.name).quoted), which \(reason)", valid: valid)
    }
    throw pair.mark.error(
      "unknown key \(UntrustedText(pair.name).quoted)", valid: valid, near: pair.name)
  }
}

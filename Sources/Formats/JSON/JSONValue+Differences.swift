// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Every place where two values differ, outermost members first, with both values.
  package func differences(from other: JSONValue, at path: String) -> [String] {
    switch (self, other) {
    case (.object(let own), .object(let others)):
      var names = own.map(\.name)
      for member in others where !names.contains(member.name) { names.append(member.name) }
      return names.flatMap { name in
        difference(self[name], other[name], "\(path).\(name)")
      }
    case (.array(let own), .array(let others)) where own.count == others.count:
      return zip(own, others).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(path)[\(index)]")
      }
    default: return words(self, other, path)
    }
  }

  private func difference(_ own: JSONValue?, _ other: JSONValue?, _ path: String) -> [String] {
    if let own, let other, own.isNested, other.isNested {
      return own.differences(from: other, at: path)
    }
    return words(own, other, path)
  }

  private func words(_ own: JSONValue?, _ other: JSONValue?, _ path: String) -> [String] {
    guard own != other else { return [] }
    let words = [own, other].map { $0?.oneLine ?? "its default" }
    return ["\(path): \(words[0]) (a file gives \(words[1]))"]
  }

  private var isNested: Bool { array != nil || object != nil }
}

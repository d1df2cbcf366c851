// SPDX-License-Identifier: Apache-2.0

extension ProtocolDescription {
  /// Returns the protocol limited to versions of its interfaces; the whole protocol if `versions`
  /// is empty.
  ///
  /// An installed file may be newer than the code that uses it. Interfaces that are not named and
  /// messages since a later version are left out, so that events and requests keep their cases and
  /// no version is requested whose messages are not handled. Entries of enumerations stay, as
  /// unknown values are accepted anyway.
  /// Throws if an interface is missing, or if opcodes of messages would change.
  public func limited(
    to versions: [String: Int], file: String
  ) throws(ProtocolXMLError) -> ProtocolDescription {
    guard !versions.isEmpty else { return self }
    for name in versions.keys.sorted() where !interfaces.contains(where: { $0.name == name }) {
      throw ProtocolXMLError(
        file: file, position: SourcePosition(line: 1, column: 1),
        reason: "no interface '\(name)', of which version \(versions[name] ?? 0) is asked for")
    }
    var result = self
    result.interfaces = []
    for interface in interfaces {
      guard let version = versions[interface.name] else { continue }
      result.interfaces.append(try interface.limited(to: version, file: file))
    }
    return result
  }
}

extension InterfaceDescription {
  fileprivate func limited(
    to limit: Int, file: String
  ) throws(ProtocolXMLError) -> InterfaceDescription {
    var result = self
    // An older file has a lower version.
    result.version = min(version, limit)
    result.requests = try limited(requests, to: limit, file: file)
    result.events = try limited(events, to: limit, file: file)
    return result
  }

  private func limited(
    _ messages: [MessageDescription], to limit: Int, file: String
  ) throws(ProtocolXMLError) -> [MessageDescription] {
    let known = messages.prefix { $0.since <= limit }
    if let late = messages.dropFirst(known.count).first(where: { $0.since <= limit }) {
      throw ProtocolXMLError(
        file: file, position: late.position,
        reason:
          "'\(name).\(late.name)' of version \(late.since) comes after a message that is newer than "
          + "version \(limit), so its number would change: raise the limit")
    }
    return Array(known)
  }
}

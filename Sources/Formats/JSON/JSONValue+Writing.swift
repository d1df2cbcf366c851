// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Returns the value on one line without spaces, as for one message of a line protocol.
  public func compact() -> String {
    var writer = JSONWriter()
    writer.inline(self)
    return writer.text
  }

  /// Returns the value indented by two spaces, without a line break at the end.
  ///
  /// Lists and objects that fit into `columns` stay on one line, the outermost value excepted.
  public func pretty(columns: Int = 100) -> String {
    var writer = JSONWriter(isSpaced: true, columns: columns)
    writer.pretty(self, indent: 0, used: 0, isOutermost: true)
    return writer.text
  }
}

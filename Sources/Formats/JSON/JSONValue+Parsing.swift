// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// How many lists and objects may stand inside one another when parsing.
  public static let maximumDepth = 128

  /// Parses one JSON value strictly by RFC 8259; `file` is the name that errors carry.
  ///
  /// Duplicate names, lone surrogates and numbers out of range are errors as well.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> JSONValue {
    let source = SourceText(bytes, file: file)
    try source.requireUTF8()
    var parser = JSONParser(source)
    return try parser.document()
  }

  /// Parses one JSON value from text.
  public static func parse(_ text: String, file: String) throws(InputError) -> JSONValue {
    try parse(Array(text.utf8), file: file)
  }
}

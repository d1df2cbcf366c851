// SPDX-License-Identifier: Apache-2.0
import Formats

/// A value made of fields, named once for writing, reading and hashing alike.
protocol RecordStruct: RecordValue {
  /// The value in which every field has its default; fields that equal it are not written.
  static var blank: Self { get }
  /// Shows every field to a coder, always in the same order.
  mutating func visit<Coder: RecordCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension RecordStruct {
  var recorded: JSONValue {
    var blank = RecordWriter()
    var usual = Self.blank
    usual.visit(&blank)
    var own = RecordWriter()
    var value = self
    value.visit(&own)
    return .object(zip(own.members, blank.members).filter { $0 != $1 }.map(\.0))
  }

  init(recorded value: JSONValue) throws(RecordProblem) {
    var reader = try RecordReader(value)
    self = Self.blank
    try visit(&reader)
    try reader.finish()
  }

  func add(to digest: inout RecordDigest) {
    var value = self
    value.visit(&digest)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Goes through the fields of a value: writes them, reads them or hashes them.
protocol RecordCoder {
  associatedtype Failure: Error
  mutating func field(_ name: String, _ value: inout some RecordValue) throws(Failure)
}

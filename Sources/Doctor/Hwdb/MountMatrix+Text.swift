// SPDX-License-Identifier: Apache-2.0
import Sensors

extension MountMatrix {
  /// The form of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  var text: String {
    [0, 3, 6].map { row in
      elements[row..<(row + 3)].map(NumberText.text).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// Rows and columns exchanged.
  var transposedText: String {
    [0, 1, 2].map { column in
      [0, 3, 6].map { NumberText.text(elements[$0 + column]) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}

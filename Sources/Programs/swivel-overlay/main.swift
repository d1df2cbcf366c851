// SPDX-License-Identifier: Apache-2.0
import Control
import Formats

Program.run(companionOf: "swivel overlay") { json in
  let options = OverlayOptions(json)
  if options.suggests {
    try RotateButton(options) { Program.complain($0, in: "swivel suggest") }.run()
  } else {
    try Overlay(options) { Program.complain($0, in: "swivel overlay") }.run()
  }
}

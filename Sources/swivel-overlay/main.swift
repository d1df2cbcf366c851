// SPDX-License-Identifier: Apache-2.0
import Control
import Formats
import Overlay

Program.run(companionOf: "swivel overlay") { options in
  try Overlay(OverlayOptions(options)) { Program.complain($0, in: "swivel overlay") }.run()
}

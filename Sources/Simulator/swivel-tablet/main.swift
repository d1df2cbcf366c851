// SPDX-License-Identifier: Apache-2.0
import Control
import Formats

Program.run(companionOf: "swivel tablet") { try TabletRun(TabletOptions($0)).run() }

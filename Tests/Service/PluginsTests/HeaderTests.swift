// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The one header of the C interface compiles in both languages, at their strictest.
@Suite struct HeaderTests {
  @Test(arguments: [("gcc", "c11", "c"), ("g++", "c++17", "c++")])
  func theHeaderCompilesAsStrictCAndCPlusPlus(compiler: String, standard: String, language: String)
    throws
  {
    let workshop = try Workshop()
    try workshop.write(
      """
      #include "swivel-plugin.h"
      #include "swivel-plugin.h"
      static int confirm(void *state, const swivel_query_v1 *query, swivel_answer_v1 *answer) {
        answer->given = query->flags & SWIVEL_WINDOW_FOCUSED;
        return state ? SWIVEL_NO_OPINION : SWIVEL_ANSWERED;
      }
      int use(void);
      int use(void) {
        swivel_policy_v1 policy = {sizeof(swivel_policy_v1), 0, confirm, NULL, NULL};
        return swivel_plugin_entry_v1(NULL) == NULL && policy.confirm == confirm;
      }
      """, to: "use.c")
    try Tool.run(
      [
        compiler, "-x", language, "-std=\(standard)", "-Wall", "-Wextra", "-pedantic", "-Werror",
        "-c",
        "-I", Workshop.header, "-o", "/dev/null", "\(workshop.path)/use.c",
      ], withErrors: true)
  }
}

// SPDX-License-Identifier: Apache-2.0
import Control
import Explanation
import Formats
import Recording
import Scenarios

/// What a client can try, or have written down, of what the daemon remembers.
extension Daemon {
  /// History again with other answers.
  func whatIf(_ number: Int?, _ edits: [String], _ style: TextStyle) -> ControlReply {
    let ring = log.ring
    let wanted = number ?? ring.next - 1
    guard ring.first <= wanted, wanted < ring.next else { return .failure(missing(wanted)) }
    do throws(InputError) {
      let result = try WhatIf(ring, decision: wanted, rules: plan.rules, edits: edits)
      return .result(
        .object([
          .init("text", .string(result.text(style: style))),
          .init("whatif", result.json(style: style)),
        ]))
    } catch {
      return .failure(ControlFailure(.badRequest, error.description))
    }
  }

  /// Begins a recording with everything that was decided so far, or ends it.
  func record(_ path: String?) -> ControlReply {
    guard let path else {
      guard let ended = log.detach() else {
        return .failure(ControlFailure(.notFound, "there is no recording"))
      }
      return .result(
        .object([
          .init("recording", .string(ended.path)), .init("decisions", .int(Int64(ended.decisions))),
          .init("chain", .string(ended.chain)),
        ]))
    }
    do throws(CommandFailure) {
      if let reason = log.attach(try RecordingFile(path: path)) {
        return .failure(ControlFailure(.badRequest, reason))
      }
    } catch {
      return .failure(ControlFailure(.badRequest, error.description))
    }
    return .result(
      .object([
        .init("recording", .string(path)), .init("decisions", .int(Int64(log.ring.next))),
        .init("chain", log.chain.map { .string($0) } ?? .null),
      ]))
  }
}

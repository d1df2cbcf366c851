// SPDX-License-Identifier: Apache-2.0
import Control
import Daemon
import Scenarios

/// The daemon of this session, asked over its socket.
enum LiveDaemon {
  /// The result of a request; throws words for people when there is none.
  static func ask(_ request: ControlRequest) throws(CommandFailure) -> JSONValue {
    let address: ControlAddress
    do throws(ControlAddress.Problem) {
      address = try .ofSession()
    } catch {
      throw CommandFailure(.failed, error.description)
    }
    do throws(ControlClient.Problem) {
      return try ControlClient.ask(request, at: address)
    } catch {
      throw CommandFailure(.failed, error.description)
    }
  }
}

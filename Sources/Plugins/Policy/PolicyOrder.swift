// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Something that a policy has to deal with.
public enum PolicyOrder {
  /// It is in use from now on; the host is its way to speak without being asked.
  case start(PolicyHost)
  /// Its window turned, from there to how the query has it now.
  case turned(PolicyQuery, from: InterfaceOrientation)
  /// It is not called any more.
  case stop
}

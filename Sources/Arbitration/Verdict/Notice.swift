// SPDX-License-Identifier: Apache-2.0

/// Something that an app hears: a notification or a callback.
public enum Notice: Sendable, Hashable {
  case notification(Notification)
  case callback(Callback)
}

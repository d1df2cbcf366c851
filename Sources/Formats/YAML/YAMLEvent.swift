// SPDX-License-Identifier: Apache-2.0

/// One step through a YAML stream, copied out of libyaml.
struct YAMLEvent {
  enum Content {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var content: Content
  /// The name after `&`, on values only.
  var anchor: String?
  /// Whether the value carries a tag such as `!!str`.
  var isTagged = false
  var mark: Mark
}

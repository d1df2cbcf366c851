// SPDX-License-Identifier: Apache-2.0

/// What the command line of `swivel run` says, not checked yet.
public struct RunOptions: Sendable {
  /// The configuration file; nil means the default one.
  public var configuration: String?
  /// The rule set; nil means that of the configuration.
  public var rules: String?
  /// The judge; nil means that of the configuration.
  public var judge: String?
  /// The outputs that turn; empty means those of the configuration.
  public var outputs: [String]
  /// The sensor, such as `proxy` or `replay:FILE`; nil means that of the device.
  public var sensor: String?
  /// How many times as fast as recorded a replay runs.
  public var replaySpeed: Double
  /// Whether every decision is explained in full.
  public var explains: Bool
  /// Whether the titles of windows may be printed.
  public var showsTitles: Bool
  /// The new file into which everything is recorded; nil for none.
  public var recording: String?
  /// When to follow the device: `auto`, `always` or `tablet-mode`.
  public var follow: String
  /// What turns the outputs: `auto`, or the name of a way to do so.
  public var applier: String
  /// A directory in which sys, dev and run stand for the machine's own; empty for those.
  public var deviceRoot: String
  /// Folders in which plug-ins are looked for first.
  public var pluginDirectories: [String]

  /// The options' defaults unless told otherwise.
  public init(
    configuration: String? = nil, rules: String? = nil, judge: String? = nil,
    outputs: [String] = [], sensor: String? = nil, replaySpeed: Double = 1, explains: Bool = false,
    showsTitles: Bool = false, recording: String? = nil, follow: String = "auto",
    applier: String = "auto", deviceRoot: String = "", pluginDirectories: [String] = []
  ) {
    self.configuration = configuration
    self.rules = rules
    self.judge = judge
    self.outputs = outputs
    self.sensor = sensor
    self.replaySpeed = replaySpeed
    self.explains = explains
    self.showsTitles = showsTitles
    self.recording = recording
    self.follow = follow
    self.applier = applier
    self.deviceRoot = deviceRoot
    self.pluginDirectories = pluginDirectories
  }
}

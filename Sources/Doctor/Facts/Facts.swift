// SPDX-License-Identifier: Apache-2.0

/// Everything that the checks judge, gathered beforehand; nothing here is read a second time.
public struct Facts: Sendable {
  /// The kernel's accelerometers.
  public var sensors: SensorFacts
  /// iio-sensor-proxy.
  public var proxy: ProxyFacts
  /// Whoever else may turn the screen.
  public var arbiters: ArbiterFacts
  /// The compositor and its outputs.
  public var compositor: CompositorFacts
  /// What sway says of input devices and of its own configuration.
  public var sway: SwayFacts
  /// Our own configuration file.
  public var configuration: ConfigurationFacts

  /// Takes facts; nothing is known of those left out.
  public init(
    sensors: SensorFacts = SensorFacts(), proxy: ProxyFacts = ProxyFacts(),
    arbiters: ArbiterFacts = ArbiterFacts(), compositor: CompositorFacts = CompositorFacts(),
    sway: SwayFacts = .notRunning, configuration: ConfigurationFacts = ConfigurationFacts()
  ) {
    self.sensors = sensors
    self.proxy = proxy
    self.arbiters = arbiters
    self.compositor = compositor
    self.sway = sway
    self.configuration = configuration
  }
}

// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text

/// Checks whether iio-sensor-proxy runs, permits a claim, and reports an orientation.
enum ProxyCheck {
  private static let service = "net.hadess.SensorProxy"

  static func findings(_ facts: Facts) -> [Finding] {
    let proxy = facts.proxy
    if let failure = proxy.busFailure {
      return .one(
        "proxy-no-bus", .note, "the system bus cannot be reached: \(failure)",
        meaning: "iio-sensor-proxy cannot be asked; sysfs can be read all the same",
        remedy: ["start dbus, or set DBUS_SYSTEM_BUS_ADDRESS"])
    }
    guard proxy.isRunning else { return [absent(proxy)] }
    guard proxy.hasAccelerometer == true else { return [withoutSensor(facts)] }
    return version(proxy) + [claim(proxy.claim)]
  }

  private static func absent(_ proxy: ProxyFacts) -> Finding {
    let canStart = proxy.isActivatable == true
    return Finding(
      "proxy-absent", .note, "iio-sensor-proxy does not run", at: service,
      meaning: canStart
        ? "it is installed, and starts when udev finds a sensor or somebody asks for it"
        : "it is not installed or not known to the bus; sysfs is read instead",
      remedy: [canStart ? "systemctl start iio-sensor-proxy" : "apt install iio-sensor-proxy"])
  }

  private static func withoutSensor(_ facts: Facts) -> Finding {
    let kernelHasOne = !facts.sensors.accelerometers.isEmpty
    return Finding(
      "proxy-no-accelerometer", kernelHasOne ? .problem : .note,
      facts.proxy.hasAccelerometer == nil
        ? "iio-sensor-proxy does not say whether it has an accelerometer"
        : "iio-sensor-proxy runs but has no accelerometer", at: service,
      meaning: kernelHasOne
        ? "the kernel has one, but udev has not marked it for the service" : "",
      remedy: kernelHasOne
        ? [
          "udevadm info /sys/bus/iio/devices/iio:device0 should show IIO_SENSOR_PROXY_TYPE",
          "systemctl restart iio-sensor-proxy", "or use --sensor iio, which needs no service",
        ] : [])
  }

  private static func version(_ proxy: ProxyFacts) -> [Finding] {
    guard !proxy.knowsTilt else { return [] }
    return .one(
      "proxy-old", .note, "iio-sensor-proxy is older than 3.6: no AccelerometerTilt",
      at: service,
      meaning: "it does not tell tilt; up to 3.0 it also tells every program on the bus, not "
        + "only those that claimed. Turning works with it")
  }

  private static func claim(_ claim: ProxyFacts.Claim) -> Finding {
    let restart = [
      "systemctl restart iio-sensor-proxy; suspend and resume help some sensors",
      "or use --sensor iio, which reads the sensor itself",
    ]
    switch claim {
    case .heard(let word) where PanelEdge(proxyName: word) != nil:
      return Finding(
        "proxy-works", .ok, "iio-sensor-proxy was claimed and says \(word)", at: service)
    case .heard(let word):
      return Finding(
        "proxy-unknown-word", .problem,
        "iio-sensor-proxy says an unknown orientation: \(UntrustedText(word).name(columns: 80))",
        at: service,
        meaning: "it is left out, the last orientation stays", remedy: restart)
    case .silent(let time):
      return Finding(
        "proxy-silent", .problem,
        "claimed, but the orientation stayed undefined for \(seconds(time)) s",
        at: service,
        meaning: "the sensor gives no readings, or the device lies flat and has not been turned",
        remedy: ["hold the device upright and ask again"] + restart)
    case .denied(let words):
      return Finding(
        "proxy-denied", .problem, "the claim is refused: \(words)", at: service,
        meaning: "polkit gives the sensor to the active local session only",
        remedy: [
          "start swivel inside the graphical session, not over ssh or from a lingering unit",
          "or allow net.hadess.SensorProxy.claim-sensor in a polkit rule",
          "or use --sensor iio, which needs no permission",
        ])
    case .unanswered(let time):
      return Finding(
        "proxy-unanswered", .problem,
        "the claim was not answered within \(seconds(time)) s", at: service,
        meaning: "from 3.6 on it answers with the first reading: the sensor is silent",
        remedy: restart)
    case .failed(let words):
      return Finding(
        "proxy-failed", .problem, "the claim failed: \(words)", at: service, remedy: restart)
    case .notTried:
      return Finding("proxy-not-tried", .note, "the sensor was not claimed", at: service)
    }
  }

  private static func seconds(_ time: Duration) -> String {
    NumberText.rounded(Double(time.milliseconds) / 1000)
  }
}

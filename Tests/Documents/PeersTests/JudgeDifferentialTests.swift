// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Judging
import Orientation
import Sensing
import Testing

/// The judges of the sensor daemons against the statements in Tests/Peers.
@Suite struct JudgeDifferentialTests {
  /// Some readings in thousandths of g.
  private struct Stream {
    var readings: [Acceleration]

    /// A random stream: a device that is turned, shaken, laid down, and rarely without any value.
    init(_ random: inout Seeded) {
      var middle = (x: 0, y: 1000, z: 0)
      readings = (0..<(1 + random.below(30))).map { _ in
        if random.chance(4) {
          middle = (random.below(2401) - 1200, random.below(2401) - 1200, random.below(2401) - 1200)
        }
        func near(_ value: Int) -> Int32 { Int32(value + random.below(201) - 100) }
        let reading = Acceleration(x: near(middle.x), y: near(middle.y), z: near(middle.z))
        return random.chance(40) ? Acceleration(x: 0, y: 0, z: 0) : reading
      }
    }

    var json: JSONValue {
      let rows = readings.map { JSONValue.array([$0.x, $0.y, $0.z].map { .int(Int64($0)) }) }
      return ["readings": .array(rows)]
    }

    func words(of judge: some OrientationJudge) -> JSONValue {
      var judge = judge
      return .array(
        readings.map { reading in
          _ = judge.judge(reading, at: .zero)
          let word: String? =
            switch judge.current {
            case .portrait: "normal"
            case .landscapeRight: "left-up"
            case .portraitUpsideDown: "bottom-up"
            case .landscapeLeft: "right-up"
            default: nil
            }
          return .string(word ?? "undefined")
        })
    }

    var smaller: [Stream] {
      guard readings.count > 1 else { return [] }
      return readings.indices.map { index in
        var stream = self
        stream.readings.remove(at: index)
        return stream
      }
    }
  }

  @Test(arguments: ["iio_sensor_proxy", "rot8"])
  func everyRandomStreamIsJudgedAsTheSourceJudgesIt(system: String) throws {
    let judge: any OrientationJudge = system == "rot8" ? Rot8Judge() : IIOSensorProxyJudge()
    var random = Seeded(37)
    let streams = (0..<Statement.count).map { _ in Stream(&random) }
    let difference = try Statement(system: system).smallestDifference(
      of: streams, json: \.json, ours: { $0.words(of: judge) }, smaller: \.smaller)
    if let difference {
      Issue.record(
        """
        \(system) reports \(difference.theirs.compact()), Swivel's judge \
        \(difference.found.words(of: judge).compact()): \(difference.found.json.compact())
        """)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
import Sensors

extension PluginList {
  /// The one list of what the program brings along; a program of your own begins with it and adds.
  public static func builtIn() throws(Conflict) -> PluginList {
    var list = PluginList()
    try list.add(policy: FullscreenPolicy(), named: FullscreenPolicy.name)
    try list.add(policy: SteadyPolicy(), named: SteadyPolicy.name)
    try list.add(source: "auto") { SourceChoice.auto.makeSource(tree: $0) }
    try list.add(source: "proxy") { SourceChoice.proxy.makeSource(tree: $0) }
    try list.add(source: "iio") { SourceChoice.iio(path: nil).makeSource(tree: $0) }
    try list.add(source: "iio-buffer") { SourceChoice.buffer(path: nil).makeSource(tree: $0) }
    return list
  }
}

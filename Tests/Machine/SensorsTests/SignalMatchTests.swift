// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Bus

@Suite struct SignalMatchTests {
  @Test func aMatchRuleNamesOnlyTheGivenFields() {
    let all = SignalMatch(
      sender: "a.b", path: "/c", interface: "d.e", member: "F", firstArgument: "g'h")
    #expect(
      all.rule == "type='signal',sender='a.b',path='/c',interface='d.e',member='F',"
        + "arg0='g'\\''h'")
    #expect(
      SignalMatch(interface: "d.e", member: "F").rule
        == "type='signal',interface='d.e',member='F'")
  }

  @Test func busValuesHaveTheirTypeSignatures() {
    let properties = BusValue.array(
      [.entry(.string("a"), .variant(.boolean(true)))], element: "{sv}")
    #expect(properties.typeSignature == "a{sv}")
    #expect(properties.dictionary?["a"]?.boolean == true)
    #expect(BusValue.structure([.int32(1), .array([], element: "o")]).typeSignature == "(iao)")
    #expect(BusValue.array([.int32(1)], element: "i").dictionary == [:])
    #expect(BusValue.array([.entry(.int32(1), .int32(1))], element: "{ii}").dictionary == nil)
  }
}

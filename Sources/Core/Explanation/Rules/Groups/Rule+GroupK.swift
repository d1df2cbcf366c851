// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Rule {
  /// Containers and their children: forwarding of callbacks.
  static let groupK: [Rule] = [
    Rule(
      .k1, .documented, [.headers9, .seed(4)],
      """
      Up to iOS 7 containers pass the rotation callbacks on to the children that are shown; one \
      that switches automatic forwarding off has to do it by hand.
      """),
    Rule(
      .k2, .documented, [.headers16],
      """
      From iOS 8 calling super in viewWillTransitionToSize is what tells the children; without it \
      none is told, and a child whose size stays equal is never told.
      """),
    Rule(
      .k3, .documented, [.headers9, .seed(4)],
      """
      A turn reaches only children that were added, removed and swapped through the container \
      calls in their prescribed order.
      """),
    Rule(
      .k4, .empirical, [.notes(202), .notes(210)],
      """
      A presented controller's turn reaches its presenter as viewWillTransitionToSize as well \
      (C-7).
      """),
    Rule(
      .k5, .documented, [.guide, .seed(4)],
      """
      Code for both iOS 5 and 6 lets the topmost controller return its true list, and the children \
      return everything and lay themselves out in the space given.
      """),
    Rule(
      .k6, .documented, [.guide, .seed(4)],
      """
      Two controllers, one per orientation: each supports only its own, and the portrait one \
      presents or dismisses the other on device notifications.
      """),
  ]
}

// SPDX-License-Identifier: Apache-2.0

// Import: what other systems say about their windows, as scenarios.
//
// - `AndroidImport` reads what `dumpsys` prints on a phone, and decides again what the device says
//   that it decided. `SessionImport` reads what a Linux compositor says of its windows.
//   `UIKitImport` reads what a debugger prints of an app.
// - A dump is hostile text. What is not known is passed over; a value that is none is an error with
//   its place; what a dump does not say is named and left open, never guessed.
// - What comes out is written by `ScenarioWriter`, which reads it back before it hands it out.
//
// Begin with `Android/AndroidImport.swift`.

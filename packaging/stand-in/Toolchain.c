// SPDX-License-Identifier: Apache-2.0
// Takes the place of parts of the toolchain's libraries in the installed programs. Who links one of
// those libraries for something else gets it whole: what stands here is weak.

// Nothing in `swivel` is asynchronous. swift-argument-parser has asynchronous commands too, which call
// these three; the libraries for concurrency would bring half a megabyte, and queues that every process
// sets up.
__attribute__((weak)) void swift_task_alloc(void) { __builtin_trap(); }
__attribute__((weak)) void swift_task_dealloc(void) { __builtin_trap(); }
__attribute__((weak)) void swift_task_switch(void) { __builtin_trap(); }

// The Unicode names of characters, half a megabyte that nothing asks for: none has one.
long __wrap__swift_stdlib_getScalarName(unsigned scalar, unsigned char *name, long capacity) {
  (void)scalar, (void)name, (void)capacity;
  return 0;
}

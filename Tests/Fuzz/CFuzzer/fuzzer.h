/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer as a library: it has a main function of its own only if a program has none. */
#ifndef SWIVEL_FUZZER_H
#define SWIVEL_FUZZER_H
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));
#endif

// SPDX-License-Identifier: Apache-2.0
// The switch between the mutants of one build, and the note of which of them a process has reached.
#include "MutationSwitch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

uint32_t swivel_mutant_active = 0;
bool swivel_mutants_recorded = false;

// Open addressing; far more room than a build has mutants.
enum { SLOTS = 1 << 14 };
static uint32_t reached[SLOTS];

void swivel_mutant_reached(uint32_t mutant) {
  for (uint32_t slot = mutant % SLOTS;; slot = (slot + 1) % SLOTS) {
    uint32_t held = __atomic_load_n(&reached[slot], __ATOMIC_RELAXED);
    if (held == mutant) return;
    if (held == 0 && __atomic_compare_exchange_n(
                       &reached[slot], &held, mutant, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return;
    if (held == mutant) return;
  }
}

__attribute__((constructor)) static void begin(void) {
  const char *mutant = getenv("SWIVEL_MUTANT");
  if (mutant) swivel_mutant_active = (uint32_t)strtoul(mutant, NULL, 16);
  swivel_mutants_recorded = getenv("SWIVEL_MUTANTS_REACHED") != NULL;
}

// Each process adds its lines, so that the programs that a test starts count as well.
__attribute__((destructor)) static void end(void) {
  const char *path = getenv("SWIVEL_MUTANTS_REACHED");
  if (!path) return;
  FILE *file = fopen(path, "a");
  if (!file) return;
  for (int slot = 0; slot < SLOTS; slot++) {
    if (reached[slot]) fprintf(file, "%08x\n", reached[slot]);
  }
  fclose(file);
}

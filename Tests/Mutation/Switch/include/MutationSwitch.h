// SPDX-License-Identifier: Apache-2.0
#ifndef MUTATION_SWITCH_H
#define MUTATION_SWITCH_H

#include <stdbool.h>
#include <stdint.h>

// The mutant of SWIVEL_MUTANT, eight hexadecimal digits; 0 without any. It is set before `main`.
extern uint32_t swivel_mutant_active;
// Whether what is reached is to be written to the file of SWIVEL_MUTANTS_REACHED.
extern bool swivel_mutants_recorded;

void swivel_mutant_reached(uint32_t mutant);

// Whether this mutant is the one that runs.
static inline bool swivel_mutant(uint32_t mutant) {
  if (__builtin_expect(swivel_mutants_recorded, 0)) swivel_mutant_reached(mutant);
  return swivel_mutant_active == mutant;
}

#endif

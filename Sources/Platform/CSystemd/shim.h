// SPDX-License-Identifier: Apache-2.0
#include <systemd/sd-bus.h>

// The macro takes the address of a constant, which Swift cannot do; BusObject uses the function.
static inline const unsigned *swivel_bus_object_vtable_format(void) {
  return &sd_bus_object_vtable_format;
}

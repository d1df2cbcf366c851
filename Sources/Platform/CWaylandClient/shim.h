// SPDX-License-Identifier: Apache-2.0
#include <wayland-client-core.h>

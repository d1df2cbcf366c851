// SPDX-License-Identifier: Apache-2.0

// A program for WebAssembly runtimes around the playground's module: answers each line of standard
// input with a line on standard output.

#include <stdint.h>

extern unsigned char *swivel_alloc(int32_t length);
extern unsigned char *swivel_answer(const unsigned char *request, int32_t length);
extern void swivel_free(unsigned char *address);

struct part {
  unsigned char *start;
  uint32_t length;
};

#define WASI(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))
WASI(fd_read) int32_t fd_read(int32_t file, struct part *parts, int32_t count, uint32_t *done);
WASI(fd_write) int32_t fd_write(int32_t file, const struct part *parts, int32_t count, uint32_t *done);

// Does nothing: a program that answers lines shows no progress.
void swivel_progress(int32_t states) { (void)states; }

static void write_all(struct part part) {
  while (part.length > 0) {
    uint32_t done = 0;
    if (fd_write(1, &part, 1, &done) || done == 0) __builtin_trap();
    part.start += done;
    part.length -= done;
  }
}

void _start(void) {
  int32_t room = 1 << 16, length = 0;
  unsigned char *line = swivel_alloc(room);
  for (;;) {
    unsigned char bytes[4096];
    struct part part = {bytes, sizeof bytes};
    uint32_t done = 0;
    if (fd_read(0, &part, 1, &done) || done == 0) return;
    for (uint32_t index = 0; index < done; index++) {
      if (bytes[index] != '\n') {
        if (length == room) {
          unsigned char *longer = swivel_alloc(2 * room);
          for (int32_t at = 0; at < length; at++) longer[at] = line[at];
          swivel_free(line);
          line = longer;
          room *= 2;
        }
        line[length++] = bytes[index];
        continue;
      }
      unsigned char *answer = swivel_answer(line, length);
      write_all((struct part){answer + 4, *(uint32_t *)answer});
      write_all((struct part){(unsigned char *)"\n", 1});
      swivel_free(answer);
      length = 0;
    }
  }
}

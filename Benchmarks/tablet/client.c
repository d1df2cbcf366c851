// SPDX-License-Identifier: Apache-2.0
// What is shown in the compositors that are compared, and a hand on their host.
//
//   client full SECONDS    a window over the whole screen, drawn anew whenever the compositor lets it;
//                          prints "shown", after the seconds "drawn FRAMES WIDTH HEIGHT", and then rests
//   client click X Y       presses the pointer's main button at a pixel of a screen of 1280x800
#define _GNU_SOURCE
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <wayland-client.h>

#include "virtual-pointer.h"
#include "xdg-shell.h"

enum { BUFFERS = 3, MAIN_BUTTON = 0x110, SCREEN_WIDTH = 1280, SCREEN_HEIGHT = 800 };

struct picture {
  struct wl_buffer *buffer;
  void *pixels;
  bool lent;
};

static struct wl_display *display;
static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *shell;
static struct zwlr_virtual_pointer_manager_v1 *pointers;
static struct wl_surface *surface;
static struct picture pictures[BUFFERS];
static int32_t width = SCREEN_WIDTH, height = SCREEN_HEIGHT, drawn_width, drawn_height;
static int64_t begin, end;
static int frames;
static bool is_waiting, is_resting;

static int fail(const char *reason) {
  fprintf(stderr, "error: %s\n", reason);
  return 1;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface,
                   uint32_t version) {
  (void)data, (void)version;
  if (strcmp(interface, wl_compositor_interface.name) == 0)
    compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
  if (strcmp(interface, wl_shm_interface.name) == 0)
    shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
  if (strcmp(interface, xdg_wm_base_interface.name) == 0)
    shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
  if (strcmp(interface, zwlr_virtual_pointer_manager_v1_interface.name) == 0)
    pointers = wl_registry_bind(registry, name, &zwlr_virtual_pointer_manager_v1_interface, 1);
}

static void global_gone(void *data, struct wl_registry *registry, uint32_t name) {
  (void)data, (void)registry, (void)name;
}

static void returned(void *data, struct wl_buffer *buffer) {
  (void)buffer;
  ((struct picture *)data)->lent = false;
}

static void make_pictures(void) {
  static const struct wl_buffer_listener listener = {returned};
  size_t count = (size_t)width * height * 4;
  for (int index = 0; index < BUFFERS; index++) {
    struct picture *picture = &pictures[index];
    if (picture->buffer) {
      wl_buffer_destroy(picture->buffer);
      munmap(picture->pixels, (size_t)drawn_width * drawn_height * 4);
    }
    int file = memfd_create("picture", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, count) != 0) exit(fail("no memory"));
    picture->pixels = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (picture->pixels == MAP_FAILED) exit(fail("no memory"));
    struct wl_shm_pool *pool = wl_shm_create_pool(shm, file, count);
    picture->buffer =
        wl_shm_pool_create_buffer(pool, 0, width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
    wl_buffer_add_listener(picture->buffer, &listener, picture);
    wl_shm_pool_destroy(pool);
    close(file);
    picture->lent = false;
  }
  drawn_width = width, drawn_height = height;
}

static void draw(void);

static void may_draw(void *data, struct wl_callback *callback, uint32_t time) {
  (void)data, (void)time;
  wl_callback_destroy(callback);
  if (frames == 1) {
    puts("shown");
    begin = now();
    end += begin;
  }
  is_waiting = false;
  draw();
}

// Draws if the compositor has shown the last picture and has given one back.
static void draw(void) {
  static const struct wl_callback_listener listener = {may_draw};
  if (is_waiting || is_resting) return;
  if (frames > 1 && now() >= end) {
    is_resting = true;
    printf("drawn %d %d %d\n", frames - 1, drawn_width, drawn_height);
    return;
  }
  if (width != drawn_width || height != drawn_height) make_pictures();
  for (int index = 0; index < BUFFERS; index++) {
    struct picture *picture = &pictures[index];
    if (picture->lent) continue;
    memset(picture->pixels, frames * 5 & 255, (size_t)width * height * 4);
    picture->lent = true;
    wl_callback_add_listener(wl_surface_frame(surface), &listener, NULL);
    wl_surface_attach(surface, picture->buffer, 0, 0);
    wl_surface_damage_buffer(surface, 0, 0, width, height);
    wl_surface_commit(surface);
    is_waiting = true;
    frames++;
    return;
  }
  exit(fail("the compositor keeps three pictures"));
}

static void pinged(void *data, struct xdg_wm_base *base, uint32_t serial) {
  (void)data;
  xdg_wm_base_pong(base, serial);
}

static void sized(void *data, struct xdg_toplevel *toplevel, int32_t wide, int32_t high,
                  struct wl_array *states) {
  (void)data, (void)toplevel, (void)states;
  if (wide > 0 && high > 0) width = wide, height = high;
}

static void closed(void *data, struct xdg_toplevel *toplevel) {
  (void)data, (void)toplevel;
  exit(0);
}

static void configured(void *data, struct xdg_surface *shell_surface, uint32_t serial) {
  (void)data;
  xdg_surface_ack_configure(shell_surface, serial);
  draw();
}

static int full(double seconds) {
  static const struct xdg_wm_base_listener base_listener = {pinged};
  static const struct xdg_surface_listener surface_listener = {configured};
  static const struct xdg_toplevel_listener toplevel_listener = {.configure = sized, .close = closed};
  end = (int64_t)(seconds * 1e9);
  xdg_wm_base_add_listener(shell, &base_listener, NULL);
  surface = wl_compositor_create_surface(compositor);
  struct xdg_surface *shell_surface = xdg_wm_base_get_xdg_surface(shell, surface);
  struct xdg_toplevel *toplevel = xdg_surface_get_toplevel(shell_surface);
  xdg_surface_add_listener(shell_surface, &surface_listener, NULL);
  xdg_toplevel_add_listener(toplevel, &toplevel_listener, NULL);
  xdg_toplevel_set_app_id(toplevel, "full");
  xdg_toplevel_set_fullscreen(toplevel, NULL);
  wl_surface_commit(surface);
  while (wl_display_dispatch(display) >= 0) {
  }
  return 0;
}

static int click(uint32_t x, uint32_t y) {
  struct zwlr_virtual_pointer_v1 *pointer =
      zwlr_virtual_pointer_manager_v1_create_virtual_pointer(pointers, NULL);
  wl_display_roundtrip(display);
  // Only now the seat has a pointer, which windows have to hear of first.
  for (uint32_t step = 0; step < 2; step++) {
    zwlr_virtual_pointer_v1_motion_absolute(pointer, step, x + step, y, SCREEN_WIDTH, SCREEN_HEIGHT);
    zwlr_virtual_pointer_v1_frame(pointer);
    wl_display_roundtrip(display);
    usleep(200000);
  }
  for (int is_down = 1; is_down >= 0; is_down--) {
    zwlr_virtual_pointer_v1_button(pointer, 10, MAIN_BUTTON, is_down);
    zwlr_virtual_pointer_v1_frame(pointer);
    wl_display_roundtrip(display);
  }
  return 0;
}

int main(int count, char **words) {
  static const struct wl_registry_listener listener = {global, global_gone};
  setvbuf(stdout, NULL, _IOLBF, 0);
  display = wl_display_connect(NULL);
  if (!display) return fail("no display");
  wl_registry_add_listener(wl_display_get_registry(display), &listener, NULL);
  wl_display_roundtrip(display);
  if (count == 3 && strcmp(words[1], "full") == 0 && compositor && shm && shell)
    return full(atof(words[2]));
  if (count == 4 && strcmp(words[1], "click") == 0 && pointers)
    return click(atoi(words[2]), atoi(words[3]));
  return fail("usage: client full SECONDS | click X Y, on a display that has what that needs");
}

-- The emulated processor draws: nothing moves that need not, and there are few pixels.
hl.config({
  misc = { disable_hyprland_logo = true, disable_splash_rendering = true },
  animations = { enabled = false },
})
hl.monitor({ output = "", mode = "640x480", position = "auto", scale = 1 })

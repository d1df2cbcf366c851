-- The emulated processor draws: nothing moves that need not.
hl.config({
  misc = { disable_hyprland_logo = true, disable_splash_rendering = true },
  animations = { enabled = false },
})
hl.monitor({ output = "", mode = "preferred", position = "auto", scale = 1 })

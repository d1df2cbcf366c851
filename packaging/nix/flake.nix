# SPDX-License-Identifier: Apache-2.0
# `nix build .?dir=packaging/nix` in a clone; the nixpkgs that it takes must have Swift 6.2 or newer.
{
  description = "Turns screens with the device, and says why or why not";

  inputs = {
    nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
    parser = {
      url = "github:apple/swift-argument-parser/1.8.2";
      flake = false;
    };
  };

  outputs = { self, nixpkgs, parser }:
    let
      each = nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" ];
      swivel = pkgs: pkgs.swiftPackages.stdenv.mkDerivation {
        pname = "swivel";
        version = "0.1.0";
        src = self.sourceInfo.outPath;
        nativeBuildInputs = with pkgs; [ lld pkg-config python3 swift swiftpm wayland-scanner ];
        buildInputs = with pkgs; [
          cairo expat libpng libyaml pango pcre2 pixman systemd
          swiftPackages.Dispatch swiftPackages.Foundation wayland wayland-protocols
        ];
        postPatch = "patchShebangs scripts";
        # The package manager knows a package by the name of its folder.
        preBuild = ''
          export HOME=$TMPDIR SWIVEL_ARGUMENT_PARSER=$TMPDIR/swift-argument-parser
          cp -r ${parser} "$SWIVEL_ARGUMENT_PARSER"
          chmod -R u+w "$SWIVEL_ARGUMENT_PARSER"
        '';
        buildPhase = ''
          runHook preBuild
          scripts/build-release
          runHook postBuild
        '';
        installPhase = ''
          runHook preInstall
          prefix=$out scripts/install-package .build/package/installed
          runHook postInstall
        '';
      };
    in {
      packages = each (system: { default = swivel nixpkgs.legacyPackages.${system}; });
    };
}

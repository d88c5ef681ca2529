# untried: nix-build packaging/recipes/default.nix --arg src ./ttattr-0.1.0.tar.gz
{ pkgs ? import <nixpkgs> { }, src }:
pkgs.stdenv.mkDerivation {
  pname = "ttattr";
  version = "0.1.0";
  inherit src;
  nativeBuildInputs = [ pkgs.meson pkgs.ninja ];
  mesonFlags = [ "-Dtests=disabled" ];
  meta = {
    description = "Parse, verify and compute with Tenstorrent MLIR layout and device attributes";
    license = pkgs.lib.licenses.asl20-llvm;
    mainProgram = "tt-opt";
    platforms = pkgs.lib.platforms.linux;
  };
}

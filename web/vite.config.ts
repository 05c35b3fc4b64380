import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { gameFiles } from "./build/game_files.ts";
import { offline } from "./build/offline.ts";
import { packs } from "./build/packs.ts";

const lobby = process.env["HOOFSPIEL_LOBBY"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: process.env["BASE"] ?? "/", // a folder of a web host, for make site
  logLevel: "warn", // somebody who only wants to play need not read the size of every file
  plugins: [gameFiles(), svelte({ configFile: new URL("./svelte.config.js", import.meta.url).pathname }), offline(), packs()],
  resolve: { alias: { $lib: new URL("./src/lib", import.meta.url).pathname } },
  // Boards live with their games, outside web/; while developing, the lobby runs beside the pages.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: lobby, changeOrigin: false }, "/ws": { target: lobby.replace("http", "ws"), ws: true } } },
  build: {
    outDir: "../src/hoofspiel/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // pictures stay files of their own: nothing is inlined into scripts or styles
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});

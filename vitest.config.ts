import { realpathSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { gameFiles } from "./web/build/game_files.ts";

const here = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  plugins: [gameFiles(), svelte({ configFile: here("./web/svelte.config.js") }), svelteTesting()],
  // node_modules may be a link to another checkout's
  server: { fs: { allow: [here("."), realpathSync(here("./node_modules"))] } },
  resolve: { alias: { $lib: here("./web/src/lib") } },
  test: {
    environment: "jsdom",
    testTimeout: 30_000,
    setupFiles: [here("./web/src/test_setup.ts")],
    include: ["web/src/**/*.test.ts", "web/build/*.test.ts", "src/hoofspiel/games/*/web/*.test.ts"],
  },
});

import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export default defineConfig({
  plugins: [tailwindcss(), remix({ ...remixConfig, serverModuleFormat: "esm" })],
  build: {
    target: "es2023",
    cssMinify: "esbuild",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  ssr: { noExternal: [] },
});

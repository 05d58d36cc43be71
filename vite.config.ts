import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

export default defineConfig({
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: "woff2-only",
          // Every browser that runs these pages reads woff2: the second format would double the files.
          Once(root) {
            root.walkDecls("src", (src) => {
              src.value = src.value.replace(/,\s*url\([^)]*\)\s*format\(["']woff["']\)/g, "");
            });
          },
        },
      ],
    },
  },
  plugins: [tailwindcss(), remix({ ...remixConfig, serverModuleFormat: "esm" })],
  build: {
    target: "es2023",
    cssMinify: "esbuild",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  ssr: { noExternal: [] },
});

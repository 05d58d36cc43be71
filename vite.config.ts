import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { moduleTexts } from "./scripts/module-texts.ts";

/**
 * The player of other sites' pages: one classic script and one style of its own beside the app's assets. A frame without
 * an origin of its own loads no module, and nothing of the app belongs into it.
 */
const embedPlayer = (): Plugin => ({
  name: "embed-player",
  apply: "build",
  async generateBundle({ dir }) {
    if (dir?.endsWith("client") !== true) return;
    const built = await build({
      configFile: false,
      logLevel: "warn",
      build: {
        ...{ write: false, target: "es2022", cssMinify: "esbuild", cssCodeSplit: false },
        rollupOptions: {
          input: "app/ui/features/embed/player/main.ts",
          output: { format: "iife" },
        },
      },
    });
    for (const { output } of [built].flat().filter((one) => "output" in one))
      for (const file of output) {
        const fileName = `assets/embed-player.${file.fileName.endsWith(".css") ? "css" : "js"}`;
        const source = file.type === "chunk" ? file.code : file.source;
        this.emitFile({ type: "asset", fileName, source });
      }
  },
});

/** Glyphs that the frame of every page shows: one file of them is smaller than a dozen, and asked for once. */
const FRAME_ICONS =
  /lucide-react\/dist\/esm\/icons\/(?:handshake|user-round|keyboard|bell|scissors|library|search|x|chevron-down|circle-exclamation-point|circle-alert|link)\.m?js$/;

export default defineConfig(({ isSsrBuild }) => ({
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
  plugins: [
    moduleTexts(),
    embedPlayer(),
    tailwindcss(),
    remix({ ...remixConfig, serverModuleFormat: "esm" }),
  ],
  build: {
    target: "es2023",
    cssMinify: "esbuild",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(isSsrBuild !== true && {
      rollupOptions: {
        output: {
          manualChunks: (id: string) => (FRAME_ICONS.test(id) ? "frame-icons" : undefined),
          onlyExplicitManualChunks: true,
        },
      },
    }),
  },
  ssr: { noExternal: [] },
}));

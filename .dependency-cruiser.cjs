/**
 * Who may import whom: the table of docs/architecture.md as eleven rules. A rule that needs several patterns
 * stands several times under one name. tests/architecture/boundaries.test.ts plants a violation of each.
 */
const TESTS = "\\.test\\.tsx?$|(^|/)test-[^/]+\\.ts$";
const WEB = "^app/(http|ui|routes)/|^app/(root|routes|nonce|entry\\.[a-z]+)\\.tsx?$|^server\\.ts$";

/** What a browser is sent. */
const BROWSER = "^app/(ui|i18n)/|^app/(paths|nonce)\\.ts$";
/** Where the data of pages is loaded. */
const PAGES = "^app/core/pages/[^/]+\\.server\\.ts$";

/** Pages that are made of several slices. */
const PAGE_SLICES = "^app/ui/features/(playback)/";

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, severity: "error", comment, from, to });

/** A package, or a program of Node, that only the named places may use. */
const home = (packages, places) =>
  rule(
    "one-home-per-package",
    `${packages} belongs to ${places}`,
    { path: "^(app|worker|media|server\\.ts)", pathNot: `${places}|${TESTS}` },
    { path: packages },
  );
/** The floors of core from the top: a room may import those under it. docs/architecture.md draws the same list. */
const FLOORS = require("./app/core/floors.json").map(([folder]) => folder);
const modulesOf = (folder) =>
  folder === "domain" ? "^app/core/domain/[^/]+$" : `^app/core/${folder}/`;
const floors = FLOORS.slice(1).map((folder, index) =>
  rule(
    "floors-have-an-order",
    `${folder} knows only what lies under it in app/core/floors.json.`,
    { path: modulesOf(folder), pathNot: TESTS },
    {
      path: FLOORS.slice(0, index + 1)
        .map(modulesOf)
        .join("|"),
    },
  ),
);
const inModules = (...names) => `(^|/)node_modules/(${names.join("|")})/`;

module.exports = {
  forbidden: [
    rule(
      "no-cycles",
      "Two modules that need each other are one module, or lack a third.",
      { path: "^(app|worker|media|scripts|prisma)/", pathNot: "^prisma/generated/" },
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    rule(
      "media-stands-alone",
      "media/ knows nothing of the product; its rooms meet only in ffmpeg, which knows neither.",
      { path: "^media/([^/]+)/", pathNot: TESTS },
      {
        path: "^(app|worker|prisma|scripts|bench|tests|media)/|^server\\.ts$",
        pathNot: "^media/($1|ffmpeg)/",
      },
    ),
    rule(
      "core-has-floors",
      "platform stands on itself and the generated client.",
      { path: "^app/core/platform/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot: "^app/core/platform/|^prisma/generated/|^app/paths\\.ts$",
      },
    ),
    rule(
      "core-has-floors",
      "jobs stand on platform.",
      { path: "^app/core/jobs/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot: "^app/core/(jobs|platform)/|^app/paths\\.ts$",
      },
    ),
    rule(
      "core-has-floors",
      "domain stands on platform and jobs.",
      { path: "^app/core/domain/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot: "^app/core/(domain|jobs|platform)/|^app/paths\\.ts$",
      },
    ),
    rule(
      "core-has-floors",
      "pages stand on domain.",
      { path: "^app/core/pages/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot: "^app/core/(pages|integrations|domain|jobs|platform)/|^app/paths\\.ts$",
      },
    ),
    ...floors,
    rule(
      "core-has-floors",
      "A vendor's folder knows platform, the domain's types and errors, and the shared call.",
      { path: "^app/core/integrations/([^/]+)/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot:
          "^app/core/(platform/|domain/errors\\.ts$|domain/[^/]+/[^/]+-types\\.ts$|integrations/($1/|vendor-call\\.server\\.ts$))|^app/paths\\.ts$",
      },
    ),
    rule(
      "core-has-floors",
      "Letters know texts only.",
      { path: "^app/core/mail/", pathNot: TESTS },
      {
        path: "^(app|worker|media|prisma|scripts|tests)/",
        pathNot: "^app/(core/mail|i18n)/|^app/paths\\.ts$",
      },
    ),
    rule(
      "core-is-not-web",
      "Rules run in web and worker: no React, no Remix, nothing that stands on them.",
      { path: "^app/core/", pathNot: TESTS },
      { path: `${inModules("react", "react-dom", "@remix-run/[^/]+")}|${WEB}|^worker/` },
    ),
    rule(
      "web-does-not-query",
      "Screens and routes ask the domain. Readiness alone asks the database itself whether it is there.",
      { path: WEB, pathNot: `^server\\.ts$|^app/http/health\\.server\\.ts$|${TESTS}` },
      { path: "^app/core/platform/(db|boss)\\.server\\.ts$|^prisma/" },
    ),
    rule(
      "web-does-not-query",
      "Routes and screens stand on the domain, not on what lies under it.",
      { path: "^app/(routes|ui)/", pathNot: TESTS },
      { path: "^app/core/(platform|jobs)/" },
    ),
    rule(
      "ui-stays-in-the-browser",
      "Screens reach nothing that runs on the server only.",
      { path: BROWSER, pathNot: TESTS },
      { path: "\\.server\\.tsx?$|^app/http/", pathNot: PAGES },
    ),
    rule(
      "ui-stays-in-the-browser",
      "Of a page's loader they take the type, by `import type`. An import of inline types alone, which the linter refuses, would leave the module in the bundle.",
      { path: BROWSER, pathNot: TESTS },
      { path: PAGES, dependencyTypesNot: ["type-only"] },
    ),
    rule(
      "features-do-not-mix",
      "Slices meet in the route, or in the slice of a page that is made of several, which no slice uses; player, transcript, capture, second steps, the forms of rows, labels and the choice of a colleague are shared by all.",
      { path: "^app/ui/features/([^/]+)/", pathNot: PAGE_SLICES },
      {
        path: "^app/ui/features/",
        pathNot: "^app/ui/features/($1|player|transcript|capture|factor|forms|label|colleague)/",
      },
    ),
    rule(
      "components-know-no-product",
      "The design system and what wraps the browser have no noun of the product; codes of forms are none.",
      { path: "^app/ui/(components|browser)/", pathNot: TESTS },
      {
        path: "^app/(core|http|routes|ui/features)/",
        pathNot: "^app/core/domain/form-code\\.ts$",
      },
    ),
    rule(
      "worker-is-not-web",
      "Web and worker meet in core.",
      { path: "^worker/" },
      { path: `${inModules("react", "react-dom", "@remix-run/[^/]+", "express")}|${WEB}` },
    ),
    rule(
      "worker-is-not-web",
      "Web and worker meet in core.",
      { path: `${WEB}|^app/(core|i18n)/` },
      { path: "^worker/" },
    ),
    home(inModules("fluent-ffmpeg"), "^media/ffmpeg/run\\.ts$"),
    home(
      "^(node:)?child_process$",
      "^media/(ffmpeg/probe|recorder/(sink|publisher)|speech/(pocketsphinx|sherpa-onnx|sherpa-sandbox|install-model))\\.ts$|^worker/live/(fork-recorder|recorders)\\.ts$",
    ),
    home(inModules("sherpa-onnx-node"), "^media/speech/"),
    home(inModules("tar-stream", "unbzip2-stream"), "^media/speech/unpack\\.ts$"),
    home(inModules("radix-ui", "@radix-ui/[^/]+", "cmdk"), "^app/ui/components/primitive/"),
    home(inModules("pg-boss"), "^app/core/(jobs|platform)/|^worker/handle\\.ts$"),
    home(inModules("@aws-sdk/[^/]+"), "^app/core/platform/blob/"),
    home(inModules("hash-wasm"), "^app/core/domain/recording/upload-hash\\.server\\.ts$"),
    home(inModules("@tus/[^/]+"), "^app/http/(uploads|upload-store)\\.server\\.ts$"),
    home(
      inModules("remix-auth", "remix-auth-oauth2", "arctic", "jose"),
      "^app/core/platform/oauth/",
    ),
    home(inModules("@prisma/[^/]+", "prisma", "pg"), "^app/core/platform/|^prisma/"),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules|^prisma/generated" },
    exclude: { path: "^(build|var|\\.cache)/" },
    enhancedResolveOptions: {
      conditionNames: ["import", "node", "default", "types"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};

import { runSuites } from "./run-suites.ts";
import { GATE } from "./suites.ts";

/** `npm run check`: format, lint, types, boundaries, unused code, migrations. */
await runSuites(["check"], GATE);

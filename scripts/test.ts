import { runSuites } from "./run-suites.ts";
import { GATE } from "./suites.ts";

/** `npm test`, or `npm test -- <suite> …`. */
await runSuites(process.argv.slice(2), GATE);

import { runSuites } from "./run-suites.ts";
import { ALL } from "./suites.ts";

/** `npm run test:all`, or `npm run test:all -- <suite> …`. */
await runSuites(process.argv.slice(2), ALL);

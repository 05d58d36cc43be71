import { runSuites } from "./run-suites.ts";

/** `npm test`, or `npm test -- <suite> …`. */
await runSuites(process.argv.slice(2));

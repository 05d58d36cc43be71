import { runSuites } from "./run-suites.ts";
import { ALL } from "./suites.ts";

/** `npm run test:e2e`. */
await runSuites(["e2e"], ALL);

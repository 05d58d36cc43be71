import { runSuites } from "./run-suites.ts";
import { ALL } from "./suites.ts";

/** `npm run test:unit`. */
await runSuites(["unit"], ALL);

import { runSuites } from "./run-suites.ts";

/** `npm run test:e2e`. */
await runSuites(["e2e"]);

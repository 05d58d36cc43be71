import { runSuites } from "./run-suites.ts";

/** `npm run test:unit`. */
await runSuites(["unit"]);

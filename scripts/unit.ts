import { runSuites } from "./run-suites.ts";
import { GATE } from "./suites.ts";

/** `npm run test:unit`. */
await runSuites(["unit"], GATE);

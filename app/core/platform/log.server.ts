import { pino } from "pino";
import { env } from "./env.server.ts";
import { remember } from "./remember.ts";

/** JSON lines. Messages are static; what varies is a field. Names, words, e-mails and tokens are no fields. */
export const log = remember("log", () =>
  pino({
    level: env().LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: {
      paths: [
        "*.cookie",
        "*.authorization",
        "*.password",
        "*.token",
        "*.email",
        "headers.cookie",
        "headers.authorization",
      ],
      censor: "[removed]",
    },
  }),
);
